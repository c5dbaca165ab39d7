/**
 * POST message -> streamed answer, in both encodings. In: checked requests. Out: what the responder says of the docs, and
 * the thread's id; or a refusal. The thread is kept in the store.
 */
import { setImmediate } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { AnswerEvent } from '../wire/answer-event.ts';
import { type AskBody, askBodySchema, messageText, threadIdHeader, threadKeyHeader } from '../wire/api.ts';
import { createDataStreamEncoder } from '../wire/data-stream.ts';
import { createUiMessageStreamEncoder } from '../wire/ui-message-stream.ts';
import { toBody } from './answer-stream.ts';
import type { Corpus, Logger } from './corpus.ts';
import type { Asked, Responder } from './extract.ts';
import { createUlid } from './ids.ts';
import type { Caller, CheckKey } from './keys.ts';
import { excessSentence, type Limits } from './limits.ts';
import { readJson, refuse } from './requests.ts';
import { nameThread, type Said, type Threads } from './threads.ts';

/** The docs of one domain. */
export interface Site {
  readonly domain: string;
  readonly organization: string;
  /** undefined while they could not be read yet. */
  corpus(): Corpus | undefined;
}

/** What the assistant operation needs. */
export interface AssistantOptions {
  readonly sites: ReadonlyMap<string, Site>;
  readonly checkKey: CheckKey;
  readonly limits: Limits;
  readonly threads: Threads;
  readonly respond: Responder;
  /** How long an answer may take. */
  readonly answerMs: number;
  /** Aborts when the service can wait no longer for open answers. */
  readonly ending: AbortSignal;
  readonly logger: Logger;
}

/** Adds `POST /v1/assistant/{domain}/message` and `/v2/…`. */
export function addAssistant(app: Hono, options: AssistantOptions): void {
  app.post('/:version{v1|v2}/assistant/:domain/message', async (context) => {
    const caller = await options.checkKey(context.req.header('authorization'), 'assistant');
    if ('status' in caller) return refuse(context, caller.status, caller.sentence);
    const site = options.sites.get(context.req.param('domain'));
    if (!site) return refuse(context, 404, 'There are no docs of this domain.');
    if (site.organization !== caller.organization) {
      return refuse(context, 403, 'This API key belongs to another organization than these docs.');
    }
    const body = await readBody(context);
    if (body instanceof Response) return body;
    return answer(context, body, { ...options, site, caller });
  });
}

async function readBody(context: Context): Promise<AskBody | Response> {
  const read = await readJson(context);
  if (read instanceof Response) return read;
  const body = askBodySchema.safeParse(read.json);
  if (body.success) return body.data;
  const [issue] = body.error.issues;
  return refuse(context, 400, `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not as specified'}`);
}

/** The options of one request. */
interface Here extends AssistantOptions {
  readonly site: Site;
  readonly caller: Caller;
}

async function answer(context: Context, body: AskBody, here: Here): Promise<Response> {
  const { question, before } = conversationOf(body);
  if (question === '') return refuse(context, 400, 'messages: the last user message has no text');
  const corpus = here.site.corpus();
  if (!corpus) return refuse(context, 503, 'The docs of this domain could not be read yet.');
  const history = await historyOf(body, before, here);
  if (!history) return refuse(context, 404, 'threadId: there is no such thread, or its threadKey is missing or wrong.');
  const excess = await here.limits.countQuestion(here.caller);
  if (excess) return refuse(context, 429, excessSentence(excess), excess.waitMs);
  const thread = threadFor(body, question, here);
  const asked = toAsked(body, question, history);
  const events = answerEvents(asked, corpus, thread, context.req.raw.signal, here);
  const encoderOptions = { messageId: `msg_${createUlid(Date.now())}` };
  const isV1 = context.req.param('version') === 'v1';
  const encoder = isV1 ? createDataStreamEncoder(encoderOptions) : createUiMessageStreamEncoder(encoderOptions);
  const headers = new Headers(encoder.headers);
  // Said beforehand, the server sends the first piece at once; else it waits for the next ones, to tell a length.
  if (knowsChunks(context)) headers.set('transfer-encoding', 'chunked');
  headers.set(threadIdHeader, thread.id);
  if (thread.key !== undefined) headers.set(threadKeyHeader, thread.key);
  return new Response(toBody(events, encoder), { headers });
}

/** In HTTP/1.0 a body ends with its connection. */
function knowsChunks(context: Context<{ Bindings: HttpBindings }>): boolean {
  return context.env.incoming.httpVersion !== '1.0';
}

/** The newest user message, and what was said before it as the request tells it. */
function conversationOf({ messages }: AskBody): { readonly question: string; readonly before: readonly Said[] } {
  const last = messages.findLastIndex((message) => message.role === 'user');
  const newest = messages[last];
  const before = messages.slice(0, Math.max(0, last)).flatMap((message): readonly Said[] => {
    const { role } = message;
    return role === 'user' || role === 'assistant' ? [{ role, text: messageText(message) }] : [];
  });
  return { question: newest ? messageText(newest).trim() : '', before };
}

/** Of a thread, its own record counts; else what the request says. undefined: no such thread for this caller. */
async function historyOf(body: AskBody, before: readonly Said[], here: Here): Promise<readonly Said[] | undefined> {
  if (typeof body.threadId !== 'string') return before;
  return here.threads.find(body.threadId, body.threadKey ?? undefined, placeOf(here));
}

function placeOf({ site, caller }: Here): { readonly domain: string; readonly owner: string } {
  return { domain: site.domain, owner: caller.id };
}

/** The thread of an answer. */
interface Thread {
  readonly id: string;
  /** Told on the answer that opens the thread. */
  readonly key?: string;
  keepQuestion(): Promise<void>;
}

function threadFor({ threadId, fp }: AskBody, question: string, here: Here): Thread {
  const message = { role: 'user', text: question, fp } as const;
  if (typeof threadId === 'string') return { id: threadId, keepQuestion: () => here.threads.add(threadId, message) };
  const named = nameThread(Date.now());
  return { ...named, keepQuestion: () => here.threads.open(named, placeOf(here), message) };
}

/** A request may ask for fewer pages, or for more up to this. */
const maxPages = 20;
/** Source: the vendor's description of `currentPath`, read 2026-11-21. */
const maxPathChars = 200;

function toAsked(body: AskBody, question: string, history: readonly Said[]): Asked {
  return {
    question,
    history,
    before: history.flatMap((said) => (said.role === 'user' ? [said.text] : [])),
    limit: Math.min(body.retrievalPageSize, maxPages),
    filter: body.filter ?? undefined,
    context: body.context?.map((item) => item.value),
    currentPath: body.currentPath?.slice(0, maxPathChars),
  };
}

/** Why an answer ends early: its reader left, it took too long, the service stops. */
type EarlyEnd = 'left' | 'late' | 'stopped';

/**
 * The whole answer. What was said is kept, also of an answer that ended early. Its beginning goes out before anything is
 * written down or looked for: where many ask at once, nobody's first sign of life waits for another's work.
 */
async function* answerEvents(
  asked: Asked,
  corpus: Corpus,
  thread: Thread,
  left: AbortSignal,
  here: Here,
): AsyncGenerator<AnswerEvent> {
  const { respond, threads, logger } = here;
  const startedAt = performance.now();
  const reading = corpus.current();
  using end = endOf(left, here);
  let text = '';
  let sources = 0;
  let reason = 'stop';
  let failure: unknown;
  try {
    yield { type: 'step' };
    await setImmediate();
    await thread.keepQuestion();
    yield { type: 'thread', id: thread.id };
    for await (const event of respond(asked, reading, end.signal)) {
      if (event.type === 'text') text += event.text;
      if (event.type === 'source') sources += 1;
      if (event.type === 'finish') reason = event.reason ?? reason;
      else yield event;
    }
  } catch (error) {
    failure = error;
  } finally {
    if (text !== '') await keepAnswer(threads, thread.id, text, logger);
    const tookMs = Math.round(performance.now() - startedAt);
    logger.info({ chars: text.length, sources, tookMs, left: end.why() === 'left' }, 'question answered');
  }
  if (failure !== undefined && !end.signal.aborted) logger.error({ err: failure }, 'answer failed');
  yield* closing(end.why(), failure !== undefined, reason);
}

/** Aborts at the first reason to end early. It must be disposed of: a timer that goes on would keep the whole answer. */
function endOf(
  left: AbortSignal,
  { answerMs, ending }: AssistantOptions,
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

/** The answer was given; that it could not be kept is for the operator alone. */
async function keepAnswer(threads: Threads, threadId: string, text: string, logger: Logger): Promise<void> {
  await threads.add(threadId, { role: 'assistant', text }).catch((error: unknown) => {
    logger.error({ err: error }, 'answer not kept');
  });
}

/** How an answer ends that was stopped, took too long, failed, or is whole. */
function closing(why: EarlyEnd | undefined, failed: boolean, reason: string): readonly AnswerEvent[] {
  if (why === 'stopped') return [{ type: 'abort' }];
  if (why !== 'late' && !failed) return [{ type: 'finish', reason }];
  const message = why === 'late' ? 'The answer took too long.' : 'The answer failed.';
  return [
    { type: 'error', message },
    { type: 'finish', reason: 'error' },
  ];
}
