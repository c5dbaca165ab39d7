/**
 * POST message -> streamed answer, in both encodings. In: checked requests. Out: the search, the answer word by word,
 * its sources, the thread's id.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Context, Hono } from 'hono';
import type { AnswerEvent, Page as FoundPage } from '../wire/answer-event.ts';
import {
  type ApiVersion,
  type AskBody,
  askBodySchema,
  messageText,
  threadIdHeader,
  threadKeyHeader,
} from '../wire/api.ts';
import { createDataStreamEncoder } from '../wire/data-stream.ts';
import { parseJson } from '../wire/json.ts';
import { createUiMessageStreamEncoder } from '../wire/ui-message-stream.ts';
import { toSiteAddress } from './addresses.ts';
import { type Answer, toAnswer, toPieces } from './answer.ts';
import type { Corpus, Logger } from './corpus.ts';
import type { Page } from './pages.ts';
import { hasKey, refuse } from './requests.ts';
import type { PageHit } from './search.ts';
import type { Block } from './sections.ts';
import { createUlid, type Exchange, type OpenedThread, type Threads } from './threads.ts';

/** What the assistant operation needs. */
export interface AssistantOptions {
  readonly domain: string;
  readonly key: string;
  readonly siteUrl: string | undefined;
  readonly corpus: Corpus;
  readonly threads: Threads;
  /** A pause after each piece of text. */
  readonly pieceDelayMs: number;
  /** Aborts when the service stops: open answers are then sent to their end without a pause. */
  readonly stopping: AbortSignal;
  readonly logger: Logger;
}

/** Adds `POST /v1/assistant/{domain}/message` and `/v2/…`. */
export function addAssistant(app: Hono, options: AssistantOptions): void {
  app.post('/:version{v1|v2}/assistant/:domain/message', async (context) => {
    if (!hasKey(context, options.key)) return refuse(context, 401, 'The API key is missing or wrong.');
    if (context.req.param('domain') !== options.domain)
      return refuse(context, 404, 'There are no docs of this domain.');
    const body = await readBody(context);
    if (body instanceof Response) return body;
    return answer(context, context.req.param('version') === 'v2' ? 'v2' : 'v1', body, options);
  });
}

async function readBody(context: Context): Promise<AskBody | Response> {
  if (!/^application\/json\b/i.test(context.req.header('content-type') ?? '')) {
    return refuse(context, 415, 'The body must be JSON: send Content-Type: application/json.');
  }
  const json = parseJson(await context.req.text());
  if (json === undefined) return refuse(context, 400, 'The body is no JSON.');
  const read = askBodySchema.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return refuse(context, 400, `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not as specified'}`);
}

async function answer(
  context: Context,
  version: ApiVersion,
  body: AskBody,
  options: AssistantOptions,
): Promise<Response> {
  const asked = body.messages.filter((message) => message.role === 'user').map(messageText);
  const question = asked.at(-1)?.trim() ?? '';
  if (question === '') return refuse(context, 400, 'messages: the last user message has no text');
  const thread = await threadOf(body, options);
  if (!thread) return refuse(context, 404, 'threadId: there is no such thread, or its threadKey is wrong.');
  const before = thread.exchanges?.map((exchange) => exchange.question) ?? asked.slice(0, -1);
  const events = answerEvents(question, before, body.retrievalPageSize, thread, options);
  const encoderOptions = { messageId: `msg_${createUlid(Date.now())}` };
  const encoder =
    version === 'v1' ? createDataStreamEncoder(encoderOptions) : createUiMessageStreamEncoder(encoderOptions);
  const headers = new Headers(encoder.headers);
  headers.set(threadIdHeader, thread.id);
  if (thread.key !== undefined) headers.set(threadKeyHeader, thread.key);
  return new Response(ReadableStream.from(encoded(events, encoder)), { headers });
}

const utf8 = new TextEncoder();

async function* encoded(
  events: AsyncIterable<AnswerEvent>,
  encoder: { encode(event: AnswerEvent): string; end(): string },
): AsyncGenerator<Uint8Array> {
  for await (const event of events) {
    const text = encoder.encode(event);
    if (text !== '') yield utf8.encode(text);
  }
  const end = encoder.end();
  if (end !== '') yield utf8.encode(end);
}

interface AskedThread {
  readonly id: string;
  /** Told on the answer that opens the thread. */
  readonly key?: string;
  /** undefined for a new thread: then what the request says of the conversation counts. */
  readonly exchanges?: readonly Exchange[];
}

async function threadOf(body: AskBody, { key, threads }: AssistantOptions): Promise<AskedThread | undefined> {
  if (typeof body.threadId !== 'string') return openThread(await threads.open(key));
  const exchanges = await threads.find(body.threadId, key, body.threadKey ?? undefined);
  return exchanges && { id: body.threadId, exchanges };
}

function openThread(opened: OpenedThread): AskedThread {
  return { id: opened.id, key: opened.key };
}

/** The whole answer as events. Ends early, without a trace, when its reader goes away. */
async function* answerEvents(
  question: string,
  before: readonly string[],
  pages: number,
  thread: AskedThread,
  options: AssistantOptions,
): AsyncGenerator<AnswerEvent> {
  const startedAt = performance.now();
  yield { type: 'step' };
  yield { type: 'search', call: 'search-1', query: question };
  const found = options.corpus.current().index.search(question, Math.min(pages, maxPages), before);
  const answer = toAnswer(found, (page, section) => addressOf(page, options, section.anchor));
  const results = answer.sources.length === 0 ? [] : found.pages.map((hit) => toFoundPage(hit, options));
  yield { type: 'found', call: 'search-1', pages: results };
  for (const text of toPieces(answer.text)) {
    yield { type: 'text', block: 0, text };
    await pause(options);
  }
  for (const { page } of answer.sources)
    yield { type: 'source', page: { path: addressOf(page, options), title: page.title } };
  await options.threads.keep(thread.id, { question, answer: answer.text });
  yield { type: 'thread', id: thread.id };
  yield { type: 'finish', reason: 'stop' };
  options.logger.info(figuresOf(answer, startedAt), 'question answered');
}

/** A request may ask for fewer pages, or for more up to this. */
const maxPages = 20;

function figuresOf(answer: Answer, startedAt: number): object {
  const tookMs = Math.round(performance.now() - startedAt);
  return { chars: answer.text.length, sources: answer.sources.length, tookMs };
}

/** Lets the piece go out and other streams have their turn. */
async function pause({ pieceDelayMs, stopping }: AssistantOptions): Promise<void> {
  if (pieceDelayMs === 0 || stopping.aborted) await setImmediate();
  // The only failure of this wait is that the service stops; then there is no more waiting.
  else await setTimeout(pieceDelayMs, undefined, { signal: stopping }).catch(() => undefined);
}

function addressOf(page: Page, { siteUrl }: AssistantOptions, anchor = ''): string {
  return toSiteAddress(anchor === '' ? page.path : `${page.path}#${anchor}`, siteUrl);
}

/** What a search result shows of a page, in characters. */
const maxSnippetChars = 2_000;

function toFoundPage({ page, sections }: PageHit, options: AssistantOptions): FoundPage {
  const text = sections.flatMap((hit) => hit.section.blocks.map(toMarkdown)).join('\n\n');
  return { path: addressOf(page, options), title: page.title, snippet: text.slice(0, maxSnippetChars).toWellFormed() };
}

function toMarkdown(block: Block): string {
  return block.kind === 'code' ? `\`\`\`${block.language}\n${block.text}\n\`\`\`` : block.text;
}
