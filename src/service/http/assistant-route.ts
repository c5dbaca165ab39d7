/** The assistant operation: a checked question in, a streamed answer out, in either encoding. */
import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { type Clock, systemClock, within } from '../../kit/base/clock.ts';
import type { AnswerEncoder, AnswerEvent } from '../../kit/wire/answer-event.ts';
import { type AskBody, askBodySchema, messageText, threadIdHeader, threadKeyHeader } from '../../kit/wire/api.ts';
import { createDataStreamEncoder } from '../../kit/wire/data-stream.ts';
import { picturesIn } from '../../kit/wire/pictures.ts';
import { createUiMessageStreamEncoder } from '../../kit/wire/ui-message-stream.ts';
import type { AnswerRequest, ConversationMessage } from '../answers/responder.ts';
import { createUlid, isUlid } from '../ids.ts';
import type { Caller } from '../keys.ts';
import type { Site } from '../projects/site.ts';
import { type AnswerOptions, answerEvents, type Exchange } from './answer-events.ts';
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
  const place = { domain: site.domain, owner: caller.id, organization: caller.organization };
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
