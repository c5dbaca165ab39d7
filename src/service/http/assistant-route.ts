/** The assistant operation: a checked question in, a streamed answer out, in either encoding. */

import { setImmediate } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { type Clock, systemClock, within } from '../../kit/base/clock.ts';
import type { Logger } from '../../kit/base/logger.ts';
import type { AnswerEncoder, AnswerEvent } from '../../kit/wire/answer-event.ts';
import { type AskBody, askBodySchema, messageText, threadIdHeader, threadKeyHeader } from '../../kit/wire/api.ts';
import { createDataStreamEncoder } from '../../kit/wire/data-stream.ts';
import { picturesIn } from '../../kit/wire/pictures.ts';
import { createUiMessageStreamEncoder } from '../../kit/wire/ui-message-stream.ts';
import type { AnswerRequest, ConversationMessage, Responder } from '../answers/responder.ts';
import { createUlid, isUlid } from '../ids.ts';
import type { Caller } from '../keys.ts';
import type { Site } from '../projects/site.ts';
import type { Reading } from '../search/ranking/corpus.ts';
import type { Admitted } from './middleware.ts';
import { type Quotas, toQuotaRefusal } from './quotas.ts';
import { filterOf, Refusal, readBody, refuseOtherMethods, servedBy, siteOf } from './requests.ts';
import type { Thread, ThreadPlace, Threads } from './threads.ts';

export interface AssistantRouteOptions extends AnswerOptions {
  readonly sites: ReadonlyMap<string, Site>;
  readonly admit: MiddlewareHandler<Admitted>;
  readonly quotas: Quotas;
}

/** `/v1/assistant/{domain}/message` and `/v2/…`. */
export const assistantPath = '/:version{v1|v2}/assistant/:domain/message';

/** Adds the assistant operation. */
export function addAssistantRoute(app: Hono, options: AssistantRouteOptions): void {
  app.post(assistantPath, options.admit, async (context) => {
    const caller = context.get('caller');
    const site = siteOf(context.req.param('domain'), caller, options.sites);
    const body = await readBody(context, askBodySchema);
    const exchange = await toExchange(body, site, caller, options.threads);
    const exceeded = await options.quotas.countQuestion(caller);
    if (exceeded) throw toQuotaRefusal(exceeded);
    return respondWith(context, answerEvents(exchange, context.req.raw.signal, options), exchange.thread);
  });
  app.all(assistantPath, refuseOtherMethods('POST'));
}

/** Fails with Refusal: 400, 503, 404. */
async function toExchange(body: AskBody, site: Site, caller: Caller, threads: Threads): Promise<Exchange> {
  const { question, history, parts } = conversationOf(body);
  if (question === '') throw new Refusal(400, 'messages: expected a user message with text; other parts are not read');
  const reading = servedBy(site);
  const place = { domain: site.domain, owner: caller.id, organization: caller.organization, groups: caller.groups };
  const thread = await threadOf(body, history, place, threads);
  const { pictures, unread } = picturesIn(parts);
  const seen = {
    ...(pictures.length > 0 && { pictures }),
    ...(unread > 0 && { unreadPictures: unread }),
  };
  return { request: { ...toRequest(body, question, thread, caller), ...seen }, fp: body.fp, reading, thread };
}

/** The newest user message with its parts, and the client's history before it. */
function conversationOf({ messages }: AskBody): {
  readonly question: string;
  readonly history: readonly ConversationMessage[];
  readonly parts: readonly unknown[];
} {
  const last = messages.findLastIndex((message) => message.role === 'user');
  const newest = messages[last];
  const history = messages.slice(0, Math.max(0, last)).map((message) => ({
    role: message.role,
    text: messageText(message),
  }));
  return { question: newest ? messageText(newest).trim() : '', history, parts: newest?.parts ?? [] };
}

/**
 * The thread that the request continues, with the service's own record of it, or a new thread. Some clients name a thread of
 * their own in a first question, by an id that this service never gives: it opens a new one. Fails with Refusal: 404.
 */
async function threadOf(
  { threadId, threadKey, messages }: AskBody,
  history: readonly ConversationMessage[],
  place: ThreadPlace,
  threads: Threads,
): Promise<Thread> {
  const isFirst = messages.length === 1 && threadKey === undefined;
  if (threadId === undefined || (isFirst && !isUlid(threadId))) return threads.create(place, history);
  const thread = await threads.find(threadId, threadKey, place);
  if (thread) return thread;
  throw new Refusal(
    404,
    'threadId: there is no such thread, or its threadKey is missing or wrong. X-Thread-Id of an answer names its thread.',
  );
}

/** The largest page size. */
const maxPages = 20;
/** Source: the vendor's description of `currentPath`, read 2026-11-21. */
const maxPathChars = 200;

function toRequest(body: AskBody, question: string, { history }: Thread, caller: Caller): AnswerRequest {
  return {
    question,
    history,
    before: history.flatMap(({ role, text }) => (role === 'user' ? [text] : [])),
    limit: Math.min(body.retrievalPageSize, maxPages),
    filter: filterOf(caller, body.filter),
    context: body.context?.map((item) => item.value),
    currentPath: body.currentPath?.slice(0, maxPathChars),
    lastAnswer: history.findLast(({ role }) => role === 'assistant')?.text,
  };
}

function respondWith(context: Context, events: AsyncGenerator<AnswerEvent>, thread: Thread): Response {
  const encoderOptions = { messageId: `msg_${createUlid(Date.now())}` };
  const isV1 = context.req.param('version') === 'v1';
  const encoder = isV1 ? createDataStreamEncoder(encoderOptions) : createUiMessageStreamEncoder(encoderOptions);
  const headers = new Headers(encoder.headers);
  // Without this header, the server holds the first chunk back until it knows the body's length.
  if (supportsChunks(context)) headers.set('transfer-encoding', 'chunked');
  headers.set(threadIdHeader, thread.id);
  if (thread.key !== undefined) headers.set(threadKeyHeader, thread.key);
  return new Response(toBody(events, encoder), { headers });
}

/** HTTP/1.0 has no chunks: a body ends with its connection. */
function supportsChunks(context: Context<{ Bindings: HttpBindings }>): boolean {
  return context.env.incoming.httpVersion !== '1.0';
}

const utf8 = new TextEncoder();

/** Proxies close connections that are idle for longer. */
const keepAliveMs = 15_000;

export function toBody(
  events: AsyncGenerator<AnswerEvent>,
  encoder: AnswerEncoder,
  clock: Clock = systemClock,
): ReadableStream<Uint8Array> {
  return ReadableStream.from(encoded(events, encoder, clock));
}

async function* encoded(
  events: AsyncGenerator<AnswerEvent>,
  encoder: AnswerEncoder,
  clock: Clock,
): AsyncGenerator<Uint8Array> {
  let finished = false;
  try {
    let next = events.next();
    for (;;) {
      const read = await within(next, keepAliveMs, clock);
      if (read === 'late') {
        yield utf8.encode(encoder.keepAlive);
        continue;
      }
      if (read.done) break;
      const text = encoder.encode(read.value);
      if (text !== '') yield utf8.encode(text);
      next = events.next();
    }
    finished = true;
  } finally {
    if (!finished) await events.return(undefined);
  }
  const end = encoder.end();
  if (end !== '') yield utf8.encode(end);
}

/** A question with its context. */
export interface Exchange {
  readonly request: AnswerRequest;
  /** The asker's fingerprint. */
  readonly fp: string;
  /** The docs at the time of the question. */
  readonly reading: Reading;
  readonly thread: Thread;
}

export interface AnswerOptions {
  readonly respond: Responder;
  readonly threads: Threads;
  /** How long an answer may take. */
  readonly answerMs: number;
  /** Aborts when the service stops waiting for open answers. */
  readonly ending: AbortSignal;
  readonly logger: Logger;
}

/** Why an answer ends early: its reader left, it took too long, the service stops. */
type EarlyEnd = 'left' | 'late' | 'stopped';

/**
 * One answer as events, saved in its thread. It always has a closing event, and ends early when its reader leaves, when it
 * takes too long, and when the service stops; what there is of its text is saved even then. The first event is sent before
 * anything is saved or searched for, so that the first byte does not wait for searches of other questions. `left` aborts when
 * the reader leaves.
 */
export async function* answerEvents(
  { request, fp, reading, thread }: Exchange,
  left: AbortSignal,
  options: AnswerOptions,
): AsyncGenerator<AnswerEvent> {
  const { respond, threads, logger } = options;
  const startedAt = performance.now();
  using end = earlyEnd(left, options);
  let text = '';
  let sources = 0;
  let reason = 'stop';
  let failure: unknown;
  try {
    yield { type: 'step' };
    await setImmediate();
    await threads.saveQuestion(thread, request.question, fp);
    yield { type: 'thread', id: thread.id };
    for await (const event of respond(request, reading, end.signal)) {
      if (event.type === 'text') text += event.text;
      if (event.type === 'source') sources += 1;
      if (event.type === 'finish') reason = event.reason ?? reason;
      else yield event;
    }
  } catch (error) {
    failure = error;
  } finally {
    // The reader has the answer; only the operator needs to know that it was not saved.
    const onLost = (error: unknown): void => logger.error({ err: error }, 'answer not saved');
    if (text !== '') await threads.saveAnswer(thread, text).catch(onLost);
    const tookMs = Math.round(performance.now() - startedAt);
    const ended = end.why() ?? (failure === undefined && reason !== 'error' ? 'whole' : 'failed');
    const { domain } = thread.place;
    logger.info({ domain, chars: text.length, sources, tookMs, ended }, 'question answered');
  }
  if (failure !== undefined && !end.signal.aborted) logger.error({ err: failure }, 'answer failed');
  yield* closingEvents(end.why(), failure !== undefined, reason);
}

/** Aborts at the first reason to end early. Dispose of it, or its timer and listeners keep the answer in memory. */
function earlyEnd(
  left: AbortSignal,
  { answerMs, ending }: AnswerOptions,
): Disposable & { readonly signal: AbortSignal; why(): EarlyEnd | undefined } {
  const end = new AbortController();
  let why: EarlyEnd | undefined;
  const endBy = (reason: EarlyEnd) => (): void => {
    why ??= reason;
    end.abort();
  };
  const [leave, stop] = [endBy('left'), endBy('stopped')];
  if (left.aborted) leave();
  if (ending.aborted) stop();
  left.addEventListener('abort', leave);
  ending.addEventListener('abort', stop);
  const timer = setTimeout(endBy('late'), answerMs);
  return {
    signal: end.signal,
    why: () => why,
    [Symbol.dispose]() {
      clearTimeout(timer);
      left.removeEventListener('abort', leave);
      ending.removeEventListener('abort', stop);
    },
  };
}

/** The last events of an answer. */
function closingEvents(why: EarlyEnd | undefined, failed: boolean, reason: string): readonly AnswerEvent[] {
  if (why === 'stopped') return [{ type: 'abort' }];
  if (why !== 'late' && !failed) return [{ type: 'finish', reason }];
  const message = why === 'late' ? 'The answer took too long.' : 'The answer failed.';
  return [
    { type: 'error', message },
    { type: 'finish', reason: 'error' },
  ];
}
