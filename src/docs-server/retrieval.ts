/**
 * A request's search: what it asks, where its reader stands, what it may see. In: a reading of the docs, one request. Out:
 * the pages that fit. Pure but for the index.
 */
import type { Reading } from './corpus.ts';
import { type Filter, fits } from './facets.ts';
import type { Found } from './search.ts';
import { asksOn } from './terms.ts';

/** Everything that a request says about what it looks for. */
export interface RetrievalRequest {
  readonly question: string;
  /** Earlier questions of the conversation, oldest first. */
  readonly before: readonly string[];
  /** How many pages. */
  readonly limit: number;
  readonly filter?: Filter | undefined;
  /** What the asker looks at: selected text or code. */
  readonly context?: readonly string[] | undefined;
  /** The page that the asker is on. */
  readonly currentPath?: string | undefined;
}

/** The best pages that the filter lets through, with their sections, best first. */
export function retrieve({ index, pages }: Reading, request: RetrievalRequest): Found {
  const { limit, filter } = request;
  const { question, before } = standingAlone(request.question, beforeOf(pages, request));
  return index.search(question, limit, before, ({ facets }) => fits(facets, filter));
}

/** "Why?" is the question before. */
function standingAlone(question: string, before: readonly string[]): Pick<RetrievalRequest, 'question' | 'before'> {
  const last = before.at(-1);
  return last !== undefined && asksOn(question) ? standingAlone(last, before.slice(0, -1)) : { question, before };
}

/** What is looked at says what "this" is, as the question before does; of a long text its beginning is enough. */
function beforeOf(pages: Reading['pages'], { before, context = [], currentPath }: RetrievalRequest): readonly string[] {
  const title = currentPath === undefined ? undefined : pages.find((page) => isAt(page.path, currentPath))?.title;
  const seen = [...context.map((text) => text.slice(0, maxContextChars)), ...(title === undefined ? [] : [title])];
  if (seen.length === 0) return before;
  return [...before.slice(0, -1), [...before.slice(-1), ...seen].join('\n')];
}

const maxContextChars = 1_000;

/** Whether a reader's address, absolute or not, is this page. */
function isAt(path: string, current: string): boolean {
  const asked = current
    .replace(/^https?:\/\/[^/]+/, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '');
  return asked === path || (asked.startsWith('/') ? asked : `/${asked}`) === path;
}
