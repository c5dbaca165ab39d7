/**
 * The search of one request: its question, its reader's page, its filter. In: a reading of the docs, one request. Out:
 * the pages that fit. Pure except for the index.
 */
import { decoded } from '../../content/addresses.ts';
import type { PageInfo } from '../../content/page.ts';
import { type Filter, fits } from '../../content/page-metadata.ts';
import { isDependent, isFollowUp } from '../query/query.ts';
import { addressOf, type Reading } from './corpus.ts';
import { type Edition, editionOf } from './editions.ts';
import type { SearchResult } from './search-result.ts';

/** The parts of a request that determine the search. */
export interface RetrievalRequest {
  readonly question: string;
  /** Earlier questions of the conversation, oldest first. */
  readonly before: readonly string[];
  /** How many pages. */
  readonly limit: number;
  readonly filter?: Filter | undefined;
  /** Text or code that the asker selected. */
  readonly context?: readonly string[] | undefined;
  /** The page that the asker is on. */
  readonly currentPath?: string | undefined;
  /** The answer to the last of `before`, with links to the pages that it is from. */
  readonly lastAnswer?: string | undefined;
}

/** The best pages of the edition, with their sections, best first. */
export function retrieve(
  reading: Reading,
  request: RetrievalRequest,
  { isShown }: Edition = editionOf(reading.pages, request),
): SearchResult {
  const { limit, currentPath, lastAnswer } = request;
  const { question, before } = selfContained(request.question, beforeOf(reading.pages, request));
  if (currentPath === undefined && lastAnswer === undefined) {
    return reading.index.search(question, limit, before, isShown);
  }
  const found = reading.index.search(question, limit * 2, before, isShown);
  const here = currentPath === undefined ? [] : foldersOf(pathOf(currentPath));
  const isFollowing = request.before.length > 0 && isDependent(request.question, found.terms);
  const isOnAnswer = isFollowing ? linkedIn(lastAnswer ?? '', reading) : () => false;
  const nearer = found.pages.map((hit) => {
    const factor = (1 + hereWeight * shared(here, hit.page)) * (isOnAnswer(hit.page) ? answerFactor : 1);
    return { ...hit, score: hit.score * factor };
  });
  return { ...found, pages: nearer.sort((a, b) => b.score - a.score).slice(0, limit) };
}

/**
 * The preference of a follow-up for the pages of the answer before it. Not fitted: from 1.2 to 2 the probes, 22 of which are
 * follow-ups, find the right page among five equally often (`npm run probes`).
 */
const answerFactor = 1.4;

/** Whether a page, or a section of it, is linked in an answer. */
function linkedIn(answer: string, reading: Reading): (page: PageInfo) => boolean {
  return (page) => {
    const start = `](${addressOf(page, reading)}`;
    return answer.includes(`${start})`) || answer.includes(`${start}#`);
  };
}

/** The bonus for each folder that a page shares with the reader's page, so that the reader's version of a page comes first. */
const hereWeight = 0.1;
const maxShared = 3;

function shared(here: readonly string[], page: PageInfo): number {
  const folders = foldersOf(decoded(page.path)).slice(0, maxShared);
  const other = folders.findIndex((folder, at) => folder !== here[at]);
  return other === -1 ? folders.length : other;
}

function foldersOf(path: string): readonly string[] {
  return path.split('/').slice(1, -1);
}

/** A question such as "Why?" is replaced by the one before it. */
function selfContained(question: string, before: readonly string[]): Pick<RetrievalRequest, 'question' | 'before'> {
  const said = [...before, question];
  const at = Math.max(
    0,
    said.findLastIndex((asked) => !isFollowUp(asked)),
  );
  return { question: said[at] ?? question, before: said.slice(0, at) };
}

/** Adds the selection, which says what "this" is, to the previous question. The beginning of a long selection is enough. */
function beforeOf(
  pages: Reading['pages'],
  { before, context = [], currentPath, filter }: RetrievalRequest,
): readonly string[] {
  const here = currentPath === undefined ? undefined : pathOf(currentPath);
  const title =
    here === undefined ? undefined : pages.find((page) => isAt(page.path, here) && fits(page.facets, filter))?.title;
  const seen = [...context.map((text) => text.slice(0, maxContextChars)), ...(title === undefined ? [] : [title])];
  if (seen.length === 0) return before;
  return [...before.slice(0, -1), [...before.slice(-1), ...seen].join('\n')];
}

/** Decodes only paths that need it: few of thousands of pages do. */
function isAt(path: string, wanted: string): boolean {
  return path === wanted || (path.includes('%') && decoded(path) === wanted);
}

const maxContextChars = 1_000;

/** The decoded path of a reader's address, absolute or not. */
function pathOf(current: string): string {
  const path = current
    .replace(/^https?:\/\/[^/]+/, '')
    .replace(/[?#].*$/s, '')
    .replace(/(?<!\/)\/+$/, '');
  return decoded(path.startsWith('/') ? path : `/${path}`);
}
