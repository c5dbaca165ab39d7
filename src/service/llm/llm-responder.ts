/**
 * Answers with a language model: streams its searches, its text with checked links, and the pages that it cites. If the
 * model fails before its first word, the answer without a model follows. Effects: HTTP to an OpenAI-compatible endpoint.
 */
import { setImmediate } from 'node:timers/promises';
import { isStepCount, type LanguageModel, streamText } from 'ai';
import { type Clock, systemClock } from '../../kit/base/clock.ts';
import type { Logger } from '../../kit/base/logger.ts';
import { inSlices } from '../../kit/base/time-slices.ts';
import { smallTalkIn } from '../../kit/matching/small-talk.ts';
import type { AnswerEvent, AnswerOutcome } from '../../kit/wire/answer-event.ts';
import { toFoundPages } from '../answers/extractive-responder.ts';
import type { Address } from '../answers/page-links.ts';
import { asksNothing, isAnswerable, refusalText } from '../answers/refusal.ts';
import type { AnswerRequest, Responder } from '../answers/responder.ts';
import { areAbout, isCourtesy } from '../answers/small-talk.ts';
import { wordingIn } from '../answers/wording.ts';
import { ModelError, toModelError } from '../model-endpoint/failures.ts';
import { openLanguageModel } from '../model-endpoint/language-model.ts';
import { createRetryingFetch } from '../model-endpoint/retrying-fetch.ts';
import { defaultModelLimits, type ModelLimits, type ModelSettings, toOutgoing } from '../model-endpoint/settings.ts';
import { addressOf, type Reading } from '../search/ranking/corpus.ts';
import { type Edition, editionOf } from '../search/ranking/editions.ts';
import { hybridSearch } from '../search/ranking/hybrid.ts';
import type { SearchResult } from '../search/ranking/search-result.ts';
import { aboutDocs } from './about.ts';
import { asideOf } from './aside.ts';
import { createKnownLinks } from './known-links.ts';
import { createLinkGuard } from './link-guard.ts';
import { type ShownPage, shownPages, toMaterial } from './material.ts';
import { choicesIn, createOutcomeReader } from './outcome.ts';
import { toHistory, toInstructions, toUserMessage } from './prompt.ts';
import { createQueryStep, type QueryStep, searchedToo } from './query-step.ts';
import { createSentenceCheck, type SentenceCheck } from './sentence-check.ts';
import { type Sizes, sizesFor, smallSizesFor } from './sizes.ts';
import { type Progress, searchEvents, toolsFor } from './tools.ts';
import { createWholeDocs, type WholeDocs } from './whole-docs.ts';

/** Metrics sink. */
export interface ModelMetrics {
  count(name: 'model_answers', labels: { readonly result: string }): void;
  observe(name: 'model_tokens', value: number, labels: { readonly kind: 'input' | 'output' }): void;
}

export interface LlmResponderOptions {
  /** Resolves when it is this search's turn: one per turn of the event loop, over all answers. */
  readonly turn: () => Promise<void>;
  /** Answers without a model, when the model fails before its first word. */
  readonly fallback: Responder;
  readonly limits?: ModelLimits;
  /** Sends requests. Default: one that retries while the endpoint is busy. */
  readonly send?: typeof fetch;
  /** Counts a question for which the docs are sent whole; false: no more of them are allowed. Default: all are. */
  readonly countWholeDocs?: () => Promise<boolean>;
  /** For the date and the pauses between retries. */
  readonly clock?: Clock;
  readonly metrics?: ModelMetrics;
  readonly logger: Logger;
}

/** Answers with a model. */
export function createLlmResponder(settings: ModelSettings, options: LlmResponderOptions): Responder {
  const limits = options.limits ?? defaultModelLimits;
  const send = options.send ?? createRetryingFetch(limits.maxWaitMs, options.clock);
  const model = openLanguageModel(settings, withoutToolsWhereRefused(send));
  const sizes = sizesFor(settings, limits);
  const wholeDocs = createWholeDocs(sizes.wholeDocsTokens);
  const queryStep = createQueryStep({
    model,
    outgoing: (text) => toOutgoing(text, settings),
    maxMs: limits.queryMs,
    clock: options.clock ?? systemClock,
    onUsage: (usage) => countTokens(usage, options),
    onFailure: (error) => options.logger.warn({ code: toModelError(error).code }, 'query step failed'),
  });
  const smallSizes = smallSizesFor(settings, limits);
  const fixed = { ...options, model, settings, limits, sizes, smallSizes, wholeDocs, queryStep };
  return (asked, reading, signal) =>
    answer({ ...fixed, asked, reading, signal, edition: editionOf(reading.pages, asked) });
}

/** Some endpoints refuse (400) a request with tools for a model without tool support: it is repeated without them. */
function withoutToolsWhereRefused(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (response.status !== 400 || typeof init?.body !== 'string') return response;
    const { tools, tool_choice: _, ...body } = JSON.parse(init.body);
    if (tools === undefined) return response;
    await response.body?.cancel();
    return send(input, { ...init, body: JSON.stringify(body) });
  };
}

interface AnswerContext extends LlmResponderOptions {
  readonly model: LanguageModel;
  readonly settings: ModelSettings;
  readonly limits: ModelLimits;
  readonly sizes: Sizes;
  /** For an endpoint that refuses a request of these sizes. */
  readonly smallSizes: Sizes;
  readonly wholeDocs: WholeDocs;
  readonly queryStep: QueryStep;
  readonly asked: AnswerRequest;
  readonly reading: Reading;
  readonly signal: AbortSignal;
  /** Of the question as it was asked. */
  readonly edition: Edition;
}

async function* answer(context: AnswerContext): AsyncGenerator<AnswerEvent> {
  const { asked, reading, edition, signal, logger, metrics } = context;
  await context.turn();
  if (signal.aborted) return;
  const limit = Math.max(asked.limit, pagesOfModel);
  const byQuestion = await hybridSearch(reading, { ...asked, limit }, edition);
  const isAsking = asksOfDocs(context, byQuestion);
  if (isAsking) yield { type: 'search', call: 'search-1', query: asked.question };
  const whole = isAsking ? await wholeDocsOf(context) : undefined;
  const search = async (): Promise<SearchResult> => {
    const queries = isAsking ? await context.queryStep(asked, edition, byQuestion, signal) : [];
    return searchedToo(queries, byQuestion, { ...asked, limit }, context);
  };
  let found = whole ? byQuestion : await search();
  if (signal.aborted) return;
  const readers = { ...found, pages: found.pages.slice(0, asked.limit) };
  if (isAsking) yield { type: 'found', call: 'search-1', pages: toFoundPages(readers, reading) };
  let progress = startOf(found, context);
  let result: string = results.answer;
  try {
    try {
      const shown = whole ?? (isAsking ? shownPages(found.pages, reading, context.sizes.pagesChars) : []);
      const given = whole ? 'whole docs' : isAsking ? 'what a search found' : 'no page';
      yield* modelEvents({ ...readers, shown, given }, progress, context);
    } catch (error) {
      const { status = 0 } = toModelError(error);
      if (!tooLong.includes(status) || progress.shown !== '' || !isAsking || signal.aborted) throw error;
      logger.warn({ status, whole: whole !== undefined }, 'model asked again with less');
      const less = { ...context, sizes: context.smallSizes };
      if (whole) found = await search();
      progress = { ...startOf(found, less), finds: progress.finds };
      const shown = shownPages(found.pages, reading, less.sizes.pagesChars);
      yield* modelEvents({ ...found, shown, given: 'what a search found' }, progress, less);
    }
    result = results[outcomeOf(progress)];
  } catch (error) {
    if (signal.aborted) return;
    const failure = toModelError(error);
    result = failure.code;
    logger.warn({ code: failure.code, status: failure.status, words: progress.shown !== '' }, 'model failed');
    yield* progress.shown === '' ? fallbackEvents(context) : brokenOff;
  } finally {
    metrics?.count('model_answers', { result: signal.aborted ? 'stopped' : result });
  }
}

function startOf(found: SearchResult, { reading, sizes }: AnswerContext): Progress {
  return {
    links: createKnownLinks(reading),
    finds: new Map(),
    calls: 0,
    isAnswerable: isAnswerable(found),
    toolsChars: sizes.toolsChars,
    outcome: undefined,
    shown: '',
  };
}

/**
 * Statuses of requests that do not fit the model's window; what endpoints say of it differs. OpenAI, vLLM and llama.cpp send 400,
 * proxies 413, text-generation-inference 422.
 */
const tooLong: readonly number[] = [400, 413, 422];

/** How many pages a model is shown at least; a reader sees as many as the request asks for. */
export const pagesOfModel = 10;

/** What the first search found, and what the model is shown. */
interface Found extends SearchResult {
  readonly shown: readonly ShownPage[];
  /** Where the pages shown come from. */
  readonly given: 'whole docs' | 'what a search found' | 'no page';
}

/**
 * False for a greeting, thanks and questions about the bot, also in a conversation; and for words such as "hm?", if they begin
 * one. What looks as if no docs answered it is for the model to judge, and so is what is said of a picture or a selection.
 */
function asksOfDocs({ asked, edition }: AnswerContext, found: SearchResult): boolean {
  const { history, context = [], pictures = [], currentPath } = asked;
  if (context.length > 0 || pictures.length > 0) return true;
  if (history.length === 0 && currentPath === undefined && asksNothing(found)) return false;
  const talk = smallTalkIn(asked.question, edition.askedIn);
  if (talk === undefined || isCourtesy(talk)) return talk === undefined;
  return talk.kind !== 'about' || areAbout(found, talk, edition);
}

/** undefined: the docs are too long, or were sent whole too often. */
async function wholeDocsOf(context: AnswerContext): Promise<readonly ShownPage[] | undefined> {
  const { wholeDocs, edition, reading, logger, countWholeDocs = async () => true } = context;
  const whole = await wholeDocs(reading, edition);
  if (!whole) return undefined;
  const isAllowed = await countWholeDocs().catch((error: unknown) => {
    logger.warn({ err: error }, 'whole docs not counted');
    return false;
  });
  return isAllowed ? whole : undefined;
}

async function* modelEvents(found: Found, progress: Progress, context: AnswerContext): AsyncGenerator<AnswerEvent> {
  progress.links.add(found.shown);
  const guard = createLinkGuard(progress.links);
  let leftChars = context.sizes.outputTokens * maxCharsOfToken;
  let held = '';
  let step = 0;
  let outcome = createOutcomeReader();
  let reason = 'stop';
  const show = (text: string): readonly AnswerEvent[] => {
    held = held === '' && progress.shown === '' ? text.trimStart() : held + text;
    if (held === '' || !mayShow(progress)) return [];
    const event = { type: 'text', block: Math.max(0, step - 1), text: held } as const;
    progress.shown += held;
    held = '';
    return [event];
  };
  const check = sentenceCheckOf(progress, context);
  async function* read(text: string): AsyncGenerator<AnswerEvent> {
    for (const piece of inPieces(text)) {
      yield* show(await inSlices(guard.push(piece)));
      await setImmediate();
    }
  }
  using stall = stallTimer(context.limits.stallMs);
  try {
    for await (const part of callModel(found, progress, stall.signal, context).stream) {
      stall.refresh();
      if (part.type === 'error') throw part.error;
      if (part.type === 'abort') throw new ModelError('timed_out');
      if (part.type === 'start-step') {
        step += 1;
        outcome = createOutcomeReader();
        // What an earlier step wrote without citing a page was not the answer.
        held = '';
        if (step > 1) yield { type: 'step' };
      } else if (part.type === 'text-delta') {
        const text = outcome.push(part.text.slice(0, leftChars));
        // What a later step writes is the reply; one that writes nothing leaves it.
        progress.outcome = outcome.outcome;
        yield* read(check.push(text));
        leftChars -= part.text.length;
        if (leftChars >= 0) continue;
        reason = 'length';
        break;
      } else if (part.type === 'finish-step') {
        const text = outcome.end();
        progress.outcome = outcome.outcome ?? progress.outcome;
        yield* read(check.push(text) + check.end());
        yield* show(await inSlices(guard.end()));
      } else if (part.type === 'reasoning-start') yield { type: 'thinking' };
      else if (part.type === 'tool-result') yield* searchEvents(part.toolCallId, part.input, progress, context.reading);
      else if (part.type === 'finish') {
        reason = part.finishReason;
        countTokens(part.totalUsage, context);
      }
    }
  } catch (error) {
    if (progress.shown !== '') yield* show(await inSlices(guard.end()));
    throw error;
  }
  yield* show(await inSlices(guard.end()));
  const aside = mayShowAside(progress) ? asideOf(held, progress.outcome) : '';
  if (aside.trim() !== '') {
    progress.shown += aside;
    yield { type: 'text', block: Math.max(0, step - 1), text: aside };
  }
  if (progress.shown.trim() === '') yield* unshownEvents(held, found, context);
  yield* lastEvents(progress, Math.max(0, step - 1), context);
  if (reason !== 'stop') yield { type: 'finish', reason };
}

/** By default only the link of an unsupported sentence goes, which the link guard does. */
function sentenceCheckOf({ links }: Progress, { settings, edition }: AnswerContext): SentenceCheck {
  if (settings.unsupported === undefined) return { push: (text) => text, end: () => '' };
  const mark = settings.unsupported === 'mark' ? `_(${wordingIn(edition.askedIn).unsupported})_` : undefined;
  return createSentenceCheck({ supports: links.supports, mark });
}

/** A model that writes more than this many characters for each allowed token ignores its limit. */
const maxCharsOfToken = 8;
/** How much the link guard reads at a time, so that other work can run between, however large a chunk is. */
const maxPieceChars = 500;

function inPieces(text: string): readonly string[] {
  return text.match(new RegExp(`[\\s\\S]{1,${maxPieceChars}}`, 'g')) ?? [];
}

/** Aborts when nothing has arrived for `stallMs`; when disposed of, it aborts whatever is still running. */
function stallTimer(stallMs: number): { readonly signal: AbortSignal; refresh(): void; [Symbol.dispose](): void } {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(), stallMs);
  return {
    signal: stalled.signal,
    refresh: () => timer.refresh(),
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      stalled.abort();
    },
  };
}

function callModel(
  found: Found,
  progress: Progress,
  stalled: AbortSignal,
  { model, settings, asked, reading, edition, signal, limits, sizes, turn, clock = systemClock }: AnswerContext,
) {
  const { maxSteps, totalMs } = limits;
  const material = toMaterial(found.shown, reading);
  const isSearched = found.given === 'what a search found';
  const isWhole = found.given === 'whole docs';
  const results = isSearched ? `\n\nWhat a search for this found:\n\n${material}` : '';
  return streamText({
    model,
    instructions: toInstructions({
      about: aboutDocs(reading, edition, clock.now(), !isWhole),
      wholeDocs: isWhole ? material : undefined,
    }),
    messages: [
      ...toHistory(asked.history, sizes.historyTokens).map(({ role, text }) => ({
        role,
        content: toOutgoing(text, settings),
      })),
      {
        role: 'user',
        content: [
          {
            type: 'text',
            text: toOutgoing(toUserMessage(asked, sizes), settings) + results,
          },
          ...(settings.pictures ? (asked.pictures ?? []) : []).map(
            ({ mediaType, base64 }) => ({ type: 'file', mediaType, data: base64 }) as const,
          ),
        ],
      },
    ],
    // Where all pages are shown, or none is asked for, there is nothing to search for, and one call answers.
    ...(isSearched && { tools: toolsFor(progress, { asked, reading, edition, turn }) }),
    stopWhen: isStepCount(isSearched ? maxSteps : 1),
    prepareStep: ({ stepNumber }) => (stepNumber + 1 < maxSteps ? {} : { toolChoice: 'none' as const }),
    maxOutputTokens: sizes.outputTokens,
    // Only `createRetryingFetch` retries busy endpoints.
    maxRetries: 0,
    timeout: { totalMs },
    abortSignal: AbortSignal.any([signal, stalled]),
    // The stream reports failures, too; the library would also print them, question included.
    onError: () => {},
  });
}

/** None of the model's text was shown: it was empty, or cited no page although no search found an answer. */
function* unshownEvents(
  held: string,
  found: SearchResult,
  { edition, reading }: AnswerContext,
): Generator<AnswerEvent> {
  if (held.trim() === '') throw new ModelError('empty');
  const address: Address = (page, section) => addressOf(page, reading, section.anchor);
  yield { type: 'text', block: 0, text: refusalText(found, address, edition) };
}

/** What it is; the choices of a question back; the pages that an answer cites, or a note that there are none. */
function* lastEvents(progress: Progress, block: number, { edition, reading }: AnswerContext): Generator<AnswerEvent> {
  const outcome = outcomeOf(progress);
  yield { type: 'outcome', outcome, model: true };
  const choices = outcome === 'ask' ? choicesIn(progress.shown) : undefined;
  if (choices) yield { type: 'ask', ...choices };
  if (outcome !== 'answer') return;
  const cited = progress.links.cited();
  if (cited.length === 0) yield { type: 'text', block, text: `\n\n_${wordingIn(edition.askedIn).uncited}_` };
  for (const page of cited) yield { type: 'source', page: { path: addressOf(page, reading), title: page.title } };
}

/**
 * Whether the model's text may be shown as it comes. It must be an answer, which cites a page first where the model does not say
 * what it is, or no search found an answer.
 */
function mayShow({ outcome, isAnswerable, links }: Progress): boolean {
  return links.cited().length > 0 ? (outcome ?? 'answer') === 'answer' : outcome === 'answer' && isAnswerable;
}

/** Whether what was held back may be shown at the end, shortened. */
function mayShowAside({ outcome, isAnswerable }: Progress): boolean {
  return outcome === undefined ? isAnswerable : outcome !== 'answer';
}

/** What the model said, or else whether it cited a page. */
function outcomeOf({ shown, outcome, links }: Progress): AnswerOutcome {
  if (shown === '') return 'refuse';
  return outcome ?? (links.cited().length > 0 ? 'answer' : 'refuse');
}

/** The outcomes as metrics name them. */
export const results = {
  answer: 'ok',
  ask: 'asked_back',
  refuse: 'refused',
  decline: 'declined',
  chat: 'chat',
} as const satisfies Record<AnswerOutcome, string>;

function countTokens(
  usage: { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined },
  { metrics, logger }: Pick<LlmResponderOptions, 'metrics' | 'logger'>,
): void {
  const { inputTokens, outputTokens } = usage;
  if (inputTokens !== undefined) metrics?.observe('model_tokens', inputTokens, { kind: 'input' });
  if (outputTokens !== undefined) metrics?.observe('model_tokens', outputTokens, { kind: 'output' });
  logger.info({ inputTokens, outputTokens }, 'model answered');
}

/** The end of an answer whose model failed after its first word. */
const brokenOff: readonly AnswerEvent[] = [
  { type: 'error', message: 'The language model failed in the middle of its answer.' },
  { type: 'finish', reason: 'error' },
];

async function* fallbackEvents(context: AnswerContext): AsyncGenerator<AnswerEvent> {
  const { fallback, asked, reading, edition, signal } = context;
  yield { type: 'text', block: 0, text: `_${wordingIn(edition.askedIn).withoutModel}_\n\n` };
  for await (const event of fallback(asked, reading, signal)) {
    if (event.type === 'text' || event.type === 'source' || event.type === 'outcome') yield event;
  }
}
