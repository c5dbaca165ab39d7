/**
 * The assistant's searches, made fit to be shown to somebody who waits for the first words. Pure.
 * A query is a model's words, a page's title the docs': one line each, bounded; each platform escapes them.
 */
import type { Wording } from '../../wording/wording.ts';
import type { Source } from './source.ts';
import { toOneLine } from './suggestions.ts';

/** One search of the docs. */
export interface Step {
  /** Names it within its reply. */
  readonly id: string;
  /** Names it in the assistant's stream; empty where that does not. */
  readonly call: string;
  /** Empty where the stream does not say it. */
  readonly query: string;
  /** What is or was searched for, as a sentence of ours around the query. */
  readonly title: string;
  /** The first of the pages that were found; missing while it searches. */
  readonly pages?: readonly Source[];
}

/** What the assistant's stream says about a search; the query comes once. */
export type StepUpdate = Pick<Step, 'call' | 'pages'> & Partial<Pick<Step, 'query'>>;

const maxSteps = 8;
/** UTF-16 units of a query and of a title. */
const maxChars = 80;
const maxPages = 3;

/** The steps after one more update; the same where it says nothing new. */
export function withStep(
  steps: readonly Step[],
  { call, query = '', pages }: StepUpdate,
  wording: Wording,
): readonly Step[] {
  const at = call === '' ? -1 : steps.findIndex((step) => step.call === call);
  const known: Omit<Step, 'title'> = steps[at] ?? { id: `search-${steps.length + 1}`, call, query: '' };
  const untitled = {
    ...known,
    query: shortLine(query) || known.query,
    ...(pages && { pages: distinct(pages).slice(0, maxPages).map(shortTitle) }),
  };
  const step: Step = { ...untitled, title: titleOf(untitled, wording) };
  // What an unknown call returned may not be pages at all.
  if (at === -1 && pages?.length === 0) return steps;
  if (at === -1) return steps.length < maxSteps ? [...steps, step] : steps;
  const isNew = step.query !== known.query || (known.pages === undefined && step.pages !== undefined);
  return isNew ? steps.with(at, step) : steps;
}

/** The step under way, if any. */
export function stepUnderWay(steps: readonly Step[]): Step | undefined {
  return steps.findLast(({ pages }) => pages === undefined);
}

function titleOf({ query, pages }: Omit<Step, 'title'>, wording: Wording): string {
  const key = pages ? 'searched' : 'searching';
  return query === '' ? wording.say(key) : wording.say(`${key}For`, { query });
}

function distinct(pages: readonly Source[]): readonly Source[] {
  return [...new Map(pages.map((page) => [page.url ?? page.path, page])).values()];
}

function shortTitle(source: Source): Source {
  return source.title === undefined ? source : { ...source, title: shortLine(source.title) };
}

function shortLine(text: string): string {
  const line = toOneLine(text.slice(0, 10 * maxChars));
  return line.length <= maxChars
    ? line
    : `${line
        .slice(0, maxChars - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`;
}
