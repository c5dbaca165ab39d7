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
  /** What is searched for, as a sentence of ours around foreign words. */
  readonly title: string;
  /** The first of the pages that were found; missing while it searches. */
  readonly pages?: readonly Source[];
}

/** What the assistant's stream says about a search; the query comes once. */
export interface StepUpdate extends Pick<Step, 'call' | 'pages'> {
  readonly query?: string;
}

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
  const known = steps[at] ?? { id: `search-${steps.length + 1}`, call, title: wording.say('searching') };
  const words = shortLine(query);
  const step: Step = {
    ...known,
    ...(words !== '' && { title: wording.say('searchingFor', { query: words }) }),
    ...(pages && { pages: distinct(pages).slice(0, maxPages).map(shortTitle) }),
  };
  // What an unknown call returned may be no pages at all.
  if (at === -1 && pages?.length === 0) return steps;
  if (at === -1) return steps.length < maxSteps ? [...steps, step] : steps;
  const isNew = step.title !== known.title || (known.pages === undefined && step.pages !== undefined);
  return isNew ? steps.with(at, step) : steps;
}

/** The step that goes on now, if any. */
export function stepUnderWay(steps: readonly Step[]): Step | undefined {
  return steps.findLast(({ pages }) => pages === undefined);
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
