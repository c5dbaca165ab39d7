/**
 * POST message -> streamed answer, in both encodings. In: checked requests. Out: what the responder says of the docs, and
 * the thread's id; or a refusal. The thread is kept in the store.
 */
import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { AnswerEvent } from '../../wire/answer-event.ts';
import { type AskBody, askBodySchema, messageText, threadIdHeader, threadKeyHeader } from '../../wire/api.ts';
import { createDataStreamEncoder } from '../../wire/data-stream.ts';
import { createUiMessageStreamEncoder } from '../../wire/ui-message-stream.ts';
import type { AnswerRequest, ConversationMessage } from '../answers/responder.ts';
import { createUlid } from '../ids.ts';
import type { Caller, CheckKey } from '../keys.ts';
import type { Site } from '../projects/site.ts';
import { type AnswerOptions, type AnswerThread, answerEvents } from './answer-events.ts';
import { toBody } from './answer-stream.ts';
import { type Quotas, quotaSentence } from './quotas.ts';
import { readJson, refuse } from './requests.ts';
import { nameThread, type Threads } from './threads.ts';
import { validationMessage } from './validation-messages.ts';

/** What the assistant operation needs. */
export interface AssistantRouteOptions extends Omit<AnswerOptions, 'site'> {
  readonly sites: ReadonlyMap<string, Site>;
  readonly checkKey: CheckKey;
  readonly limits: Quotas;
  readonly threads: Threads;
}

/** Adds `POST /v1/assistant/{domain}/message` and `/v2/…`. */
export function addAssistantRoute(app: Hono, options: AssistantRouteOptions): void {
  app.post('/:version{v1|v2}/assistant/:domain/message', async (context) => {
    const caller = await options.checkKey(context.req.header('authorization'), 'assistant');
    if ('status' in caller) return refuse(context, caller.status, caller.sentence);
    const site = options.sites.get(context.req.param('domain'));
    if (!site) return refuse(context, 404, 'There are no docs of this domain: check the name after /assistant/.');
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
  const body = askBodySchema.safeParse(read.json, { error: validationMessage });
  if (body.success) return body.data;
  const [issue] = body.error.issues;
  return refuse(context, 400, `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not as specified'}`);
}

/** The options of one request. */
interface Here extends AssistantRouteOptions {
  readonly site: Site;
  readonly caller: Caller;
}

async function answer(context: Context, body: AskBody, here: Here): Promise<Response> {
  const { question, before } = conversationOf(body);
  if (question === '') return refuse(context, 400, 'messages: expected a user message with text');
  const corpus = here.site.corpus();
  if (!corpus) return refuse(context, 503, 'The docs of this domain could not be read yet.');
  const history = await historyOf(body, before, here);
  if (!history) return refuse(context, 404, 'threadId: there is no such thread, or its threadKey is missing or wrong.');
  const excess = await here.limits.countQuestion(here.caller);
  if (excess) return refuse(context, 429, quotaSentence(excess), excess.waitMs);
  const thread = threadFor(body, question, here);
  const asked = toAsked(body, question, history);
  return toResponse(context, answerEvents(asked, corpus.current(), thread, context.req.raw.signal, here), thread);
}

function toResponse(context: Context, events: AsyncGenerator<AnswerEvent>, thread: AnswerThread): Response {
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
function conversationOf({ messages }: AskBody): {
  readonly question: string;
  readonly before: readonly ConversationMessage[];
} {
  const last = messages.findLastIndex((message) => message.role === 'user');
  const newest = messages[last];
  const before = messages.slice(0, Math.max(0, last)).flatMap((message): readonly ConversationMessage[] => {
    const { role } = message;
    return role === 'user' || role === 'assistant' ? [{ role, text: messageText(message) }] : [];
  });
  return { question: newest ? messageText(newest).trim() : '', before };
}

/** Of a thread, its own record counts; else what the request says. undefined: no such thread for this caller. */
async function historyOf(
  body: AskBody,
  before: readonly ConversationMessage[],
  here: Here,
): Promise<readonly ConversationMessage[] | undefined> {
  if (typeof body.threadId !== 'string') return before;
  return here.threads.find(body.threadId, body.threadKey ?? undefined, placeOf(here));
}

function placeOf({ site, caller }: Here): { readonly domain: string; readonly owner: string } {
  return { domain: site.domain, owner: caller.id };
}

/** The thread that the request goes on with, or a new one. */
function threadFor({ threadId, fp }: AskBody, question: string, here: Here): AnswerThread {
  const { threads } = here;
  const named = typeof threadId === 'string' ? { id: threadId } : nameThread(Date.now());
  const asked = { role: 'user', text: question, fp } as const;
  return {
    ...named,
    keepQuestion: () => ('key' in named ? threads.open(named, placeOf(here), asked) : threads.add(named.id, asked)),
    keepAnswer: (text) => threads.add(named.id, { role: 'assistant', text }),
  };
}

/** A request may ask for fewer pages, or for more up to this. */
const maxPages = 20;
/** Source: the vendor's description of `currentPath`, read 2026-11-21. */
const maxPathChars = 200;

function toAsked(body: AskBody, question: string, history: readonly ConversationMessage[]): AnswerRequest {
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
