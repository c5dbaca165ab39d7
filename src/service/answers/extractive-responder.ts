/**
 * The responder without a language model. In: a question with its conversation, the docs. Out: events for the search, the text
 * piece by piece, the sources and the suggestions. Pure except for the pauses.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { inSlices } from '../../kit/base/time-slices.ts';
import { smallTalkIn } from '../../kit/matching/small-talk.ts';
import type { AnswerEvent, Page as FoundPage } from '../../kit/wire/answer-event.ts';
import { toMarkdown } from '../content/markdown/sections.ts';
import type { Page } from '../content/page.ts';
import { toPageQuestion } from '../content/page-question.ts';
import { analyzerOf, titleStemsOf } from '../search/index/analyzer.ts';
import { stopWords } from '../search/index/stop-words.ts';
import { isFollowUp } from '../search/query/query.ts';
import { addressOf, type Reading } from '../search/ranking/corpus.ts';
import { type Edition, editionOf } from '../search/ranking/editions.ts';
import { hybridSearch } from '../search/ranking/hybrid.ts';
import type { RetrievalRequest } from '../search/ranking/request-search.ts';
import type { PageHit, SearchResult } from '../search/ranking/search-result.ts';
import { type Answer, type AnswerSource, slicedAnswer, toPieces } from './answer.ts';
import type { Address } from './page-links.ts';
import { introduction } from './product.ts';
import { asksNothing, isAnswerable } from './refusal.ts';
import type { AnswerRequest, Responder } from './responder.ts';
import { areAbout, isCourtesy } from './small-talk.ts';
import { wordingIn } from './wording.ts';

/**
 * `turn` limits the service to one search per turn of the event loop. `pieceDelayMs`: the pause after each piece. `propose`:
 * answers end with suggestions. `stopping` aborts when the service stops, which ends all pauses.
 */
export interface ExtractOptions {
  readonly turn: () => Promise<void>;
  readonly pieceDelayMs: number;
  readonly propose?: boolean;
  readonly stopping: AbortSignal;
}

export function createExtractResponder(options: ExtractOptions): Responder {
  const tools = { ...options, once: createAnswerCache<Answered>() };
  return (asked, reading, signal) => extract(asked, reading, signal, tools);
}

interface Answered {
  readonly found: SearchResult;
  readonly answer: Answer;
}

interface Tools extends ExtractOptions {
  readonly once: AnswerCache<Answered>;
}

async function* extract(
  asked: AnswerRequest,
  reading: Reading,
  signal: AbortSignal,
  options: Tools,
): AsyncGenerator<AnswerEvent> {
  const edition = editionOf(reading.pages, asked);
  const fixed = await fixedAnswer(asked, reading, edition, options);
  if (fixed) return yield* fixed;
  yield { type: 'search', call: 'search-1', query: asked.question };
  // A search blocks the event loop for some milliseconds; other answers make progress in between.
  await options.turn();
  if (signal.aborted) return;
  const shown = shownBefore(asked);
  const work = async (): Promise<Answered> => {
    const found =
      introduction(asked.question, asked.before.length === 0, reading, edition) ??
      (await hybridSearch(reading, asked, edition));
    // Pages that have a question are offered as suggestions instead.
    const namesFurther = (hit: PageHit): boolean => !options.propose || questionOf(hit, found.terms) === undefined;
    const how = { namesFurther, shown, question: asked.question, edition };
    const address: Address = (page, section) => addressOf(page, reading, section.anchor);
    // Not in the same turn of the event loop as the search.
    await setImmediate();
    return { found, answer: await inSlices(slicedAnswer(found, address, how)) };
  };
  const { found, answer } = await (shown === '' ? options.once(reading, asked, work) : work());
  yield { type: 'found', call: 'search-1', pages: toFoundPages(found, reading) };
  for (const text of grouped(toPieces(answer.text), options.pieceDelayMs === 0 ? wordsAtOnce : 1)) {
    if (signal.aborted) return;
    yield { type: 'text', block: 0, text };
    await pause(options);
  }
  for (const { page } of answer.sources) {
    yield { type: 'source', page: { path: addressOf(page, reading), title: page.title } };
  }
  const proposals = options.propose ? toSuggestions(found, answer.sources, (page) => addressOf(page, reading)) : '';
  if (proposals !== '') yield { type: 'text', block: 0, text: proposals };
  const unanswered = asksNothing(found) ? 'chat' : 'refuse';
  yield { type: 'outcome', outcome: answer.sources.length > 0 ? 'answer' : unanswered };
}

/** The answer to what asks nothing of the docs; undefined for a question. Docs about it are asked first, unless it is a courtesy. */
async function fixedAnswer(
  asked: AnswerRequest,
  reading: Reading,
  edition: Edition,
  { turn }: Tools,
): Promise<readonly AnswerEvent[] | undefined> {
  const talk = smallTalkIn(asked.question, edition.askedIn);
  if (!talk) return undefined;
  if (!isCourtesy(talk)) {
    await turn();
    if (areAbout(await hybridSearch(reading, asked, edition), talk, edition)) return undefined;
  }
  const { kind, language } = talk;
  return [
    { type: 'text', block: 0, text: reading.sentences?.[language]?.[kind] ?? wordingIn(language).smallTalk[kind] },
    { type: 'outcome', outcome: kind === 'offTopic' ? 'decline' : 'chat' },
  ];
}

/** The answers so far, if the question is a follow-up: its asker has read them. */
function shownBefore({ question, history }: AnswerRequest): string {
  if (!isFollowUp(question)) return '';
  return history.flatMap(({ role, text }) => (role === 'assistant' ? [text] : [])).join('\n\n');
}

/** Without pauses, sending single words would cost time and nobody would see them appear. */
const wordsAtOnce = 24;

function grouped(words: readonly string[], size: number): readonly string[] {
  const count = Math.ceil(words.length / size);
  return Array.from({ length: count }, (_, at) => words.slice(at * size, (at + 1) * size).join(''));
}

/** Lets the piece be sent and other streams make progress. */
async function pause({ pieceDelayMs, stopping }: ExtractOptions): Promise<void> {
  if (pieceDelayMs === 0 || stopping.aborted) await setImmediate();
  // Rejects only when the service stops, which ends the pause.
  else await setTimeout(pieceDelayMs, undefined, { signal: stopping }).catch(() => undefined);
}

/** The length of a search result's snippet. */
const maxSnippetChars = 2_000;

/** The search results that a reader sees: none if the docs do not answer. */
export function toFoundPages(found: SearchResult, reading: Reading): readonly FoundPage[] {
  return isAnswerable(found) ? toNearestPages(found, reading) : [];
}

/** The search results, whether the docs answer or not. */
export function toNearestPages({ pages }: SearchResult, reading: Reading): readonly FoundPage[] {
  return pages.map((hit) => toFoundPage(hit, reading));
}

function toFoundPage({ page, sections }: PageHit, reading: Reading): FoundPage {
  const text = sections.flatMap((hit) => hit.section.blocks.map(toMarkdown)).join('\n\n');
  return { path: addressOf(page, reading), title: page.title, snippet: text.slice(0, maxSnippetChars).toWellFormed() };
}

/** The number of entries, of a few kilobytes each. */
const maxKept = 200;
/** Longer requests contain pasted text and seldom repeat. */
const maxRequestChars = 4_000;

/** Returns the cached result for an equal request to the same reading, or calls `work`. Fails as `work` does. */
export type AnswerCache<T> = (reading: Reading, request: RetrievalRequest, work: () => Promise<T>) => Promise<T>;

export function createAnswerCache<T>(): AnswerCache<T> {
  const byReading = new WeakMap<Reading, Map<string, Promise<T>>>();
  return (reading, { question, before, limit, filter, context, currentPath, lastAnswer }, work) => {
    // Not cached: the result depends on whether the embedding model answers right now.
    if (reading.semanticIndex) return work();
    const key = JSON.stringify([question, before, limit, filter, context, currentPath, lastAnswer]);
    if (key.length > maxRequestChars) return work();
    const kept = byReading.get(reading) ?? new Map<string, Promise<T>>();
    byReading.set(reading, kept);
    const known = kept.get(key);
    if (known) return known;
    const working = work();
    const [oldest] = kept.keys();
    if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
    kept.set(key, working);
    // The caller gets the failure; the next call tries again.
    working.catch(() => kept.delete(key));
    return working;
  };
}

const maxProposals = 3;
/** The least score of a suggested page, relative to the best one. */
const leastScore = 0.4;

/** Empty if the docs do not answer, or no other page fits. */
function toSuggestions(found: SearchResult, sources: readonly AnswerSource[], pathOf: (page: Page) => string): string {
  if (!isAnswerable(found)) return '';
  const [best] = found.pages;
  const cited = new Set(sources.map(({ page }) => page.title));
  const near = found.pages.filter(({ score }) => score >= (best?.score ?? 0) * leastScore);
  const others = near.filter(({ page }) => !cited.has(page.title));
  const lines = others.flatMap((hit) => {
    const question = questionOf(hit, found.terms);
    return question === undefined ? [] : [`(${question})[${pathOf(hit.page)}]`];
  });
  if (lines.length === 0) return '';
  return `\n\n\`\`\`suggestions\n${lines.slice(0, maxProposals).join('\n')}\n\`\`\`\n`;
}

/**
 * The question to suggest for a page; undefined if neither its title nor a heading makes one. Headings are tried best section
 * first, and must share a word with the question that was asked.
 */
function questionOf({ page, sections }: PageHit, terms: SearchResult['terms']): string | undefined {
  const analyzer = analyzerOf(page.facets.language);
  const own = terms.filter(({ text }) => !stopWords.has(text));
  const asked = new Set(own.flatMap(({ parts }) => parts.map(analyzer.stemOf)));
  const headings = sections.map(({ section }) => section.heading);
  return toPageQuestion(
    page.title,
    headings.filter((heading) => titleStemsOf(heading, analyzer).some((stem) => asked.has(stem))),
  );
}
