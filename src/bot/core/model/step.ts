/**
 * The assistant's searches, prepared for display to a reader waiting for the first words. Pure.
 * Queries are a model's words and titles are the docs': each is cut to one short line, and each platform escapes them.
 */
import { shorten } from '../../../kit/base/shorten.ts';
import type { Wording } from '../../wording/wording.ts';
import type { Source } from './source.ts';
import { toOneLine } from './suggestions.ts';

/** One search of the docs. */
export interface Step {
  /** Unique within its reply. */
  readonly id: string;
  /** Its id in the assistant's stream; empty if the stream has none. */
  readonly call: string;
  /** Empty if the stream does not contain it. */
  readonly query: string;
  /** Docent's sentence about the search, with the query in it. */
  readonly title: string;
  /** The first few pages found; unset while the search is running. */
  readonly pages?: readonly Source[];
}

/** An update of a search from the assistant's stream; only one of its updates has the query. */
export type StepUpdate = Pick<Step, 'call' | 'pages'> & Partial<Pick<Step, 'query'>>;

const maxSteps = 8;
/** UTF-16 units of a query and of a title. */
const maxChars = 80;
const maxPages = 3;

/** The steps after one more update; the same array if it contains nothing new. */
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
  // The result of an unknown call may not be pages at all.
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
  return shorten(toOneLine(text.slice(0, 10 * maxChars)), maxChars);
}
