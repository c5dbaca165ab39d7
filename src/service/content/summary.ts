/** What of a docs folder is served and what is not, in one line: nothing is left out silently. */
import type { PageInfo } from './page.ts';
import type { Origin } from './page-origin.ts';
import { type PageProblem, toLine } from './page-problem.ts';

/** How many there are, the first of them, and what is known of all. */
export interface Counted {
  readonly kind: string;
  readonly count: number;
  readonly example: string;
  /** Of marks and includes one for each page. */
  readonly all: readonly string[];
}

interface Counting extends Counted {
  count: number;
  readonly all: string[];
}

export interface DocsSummary {
  readonly generator: string;
  readonly pages: number;
  /** Files that look like pages and are none, by kind. */
  readonly leftOut: readonly Counted[];
  /** What is missing in pages that are served: includes, links, marks. */
  readonly unresolved: readonly Counted[];
}

/** A link that leads nowhere. */
export interface LostLink {
  readonly file: string;
  readonly href: string;
}

export interface SummaryBuilder {
  leaveOut(this: void, kind: string, file: string): void;
  add(
    found: readonly { readonly file: string; readonly origin: Origin }[],
    lost: readonly LostLink[],
    unserved: readonly PageProblem[],
  ): void;
  toSummary(generator: string): DocsSummary;
}

export function createSummary(): SummaryBuilder {
  const leftOut = new Map<string, Counting>();
  const unresolved = new Map<string, Counting>();
  let pages = 0;
  const count = (counts: Map<string, Counting>, kind: string, example: string, by = 1, place = example): void => {
    const known = counts.get(kind) ?? { kind, count: 0, example, all: [] };
    known.count += by;
    known.all.push(place);
    counts.set(kind, known);
  };
  return {
    leaveOut: (kind, file) => count(leftOut, kind, file),
    add(found, lost, unserved) {
      pages = found.length;
      for (const problem of unserved) count(leftOut, 'that cannot be read', toLine(problem));
      for (const { file, origin } of found) {
        const { includes, include = '', marks, mark = '' } = origin.losses;
        const place = (example: string, times: number): string =>
          `${example} in ${file}${times > 1 ? ` (and ${times - 1} more)` : ''}`;
        if (includes > 0) count(unresolved, 'includes', include, includes, place(include, includes));
        if (marks > 0) count(unresolved, 'marks of the generator', mark, marks, place(mark, marks));
      }
      for (const { file, href } of lost) count(unresolved, 'links', `${href} in ${file}`);
    },
    toSummary: (generator) => ({
      generator,
      pages,
      leftOut: [...leftOut.values()],
      unresolved: [...unresolved.values()],
    }),
  };
}

/** All of it in one line, with the languages and versions of the pages. */
export function summaryLine(summary: DocsSummary, pages: readonly PageInfo[]): string {
  const languages = namesOf(pages.map(({ facets }) => facets.language));
  const versions = namesOf(pages.map(({ facets }) => facets.version));
  const facts = [
    summary.generator,
    ...(languages.length > 0 ? [`languages ${languages.join(', ')}`] : []),
    ...(versions.length > 0 ? [`versions ${versions.join(', ')}`] : []),
  ];
  const count = `${pages.length} ${pages.length === 1 ? 'page' : 'pages'} (${facts.join('; ')}).`;
  return [count, leftOutLine(summary), unresolvedLine(summary)].filter((part) => part !== undefined).join(' ');
}

/** What is left out or missing, if anything is. */
export function lossLine(summary: DocsSummary): string | undefined {
  const lines = [leftOutLine(summary), unresolvedLine(summary)].filter((part) => part !== undefined);
  return lines.length === 0 ? undefined : lines.join(' ');
}

function unresolvedLine({ unresolved }: DocsSummary): string | undefined {
  return unresolved.length === 0 ? undefined : `Unresolved: ${unresolved.map(countedText).join('; ')}.`;
}

const maxNames = 20;

function namesOf(values: readonly (string | undefined)[]): readonly string[] {
  const names = [...new Set(values.filter((value) => value !== undefined))].sort();
  return names.length > maxNames ? [...names.slice(0, maxNames), '…'] : names;
}

/** `Left out: 12 .rst files (docs/a.rst); 3 drafts and hidden pages (b.md).` undefined: nothing. */
export function leftOutLine({ leftOut }: DocsSummary): string | undefined {
  return leftOut.length === 0 ? undefined : `Left out: ${leftOut.map(countedText).join('; ')}.`;
}

function countedText({ kind, count, example }: Counted): string {
  return `${count} ${kind} (${example})`;
}
