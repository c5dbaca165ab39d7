/**
 * A documentation service on loopback that answers as a test says, in the real encodings, and records requests.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { AnswerOutcome } from '../../src/kit/wire/answer-event.ts';
import { createDataStreamEncoder } from '../../src/kit/wire/data-stream.ts';

/** The parts of a request that the tests check. */
export interface Asked {
  readonly fp: string;
  /** The site whose URL was used. */
  readonly domain: string;
  readonly filter?: object;
  readonly retrievalPageSize?: number;
  readonly context?: readonly { readonly type: string; readonly value: string }[];
  readonly currentPath?: string;
  readonly threadId?: string;
  readonly threadKey?: string;
  readonly messages: readonly {
    readonly role: string;
    readonly content: string;
    readonly parts?: readonly Readonly<Record<string, unknown>>[];
  }[];
}

/** One answer. Its pieces arrive `gapMs` apart. */
export interface Scripted {
  readonly pieces?: readonly string[];
  readonly gapMs?: number;
  /** No words are sent before it resolves. */
  readonly after?: Promise<void>;
  /** The search query, and the delay before its results. */
  readonly query?: string;
  readonly foundAfter?: Promise<void>;
  /** A search after the words, which lasts until the promise resolves and finds nothing. */
  readonly laterQuery?: { readonly query: string; readonly until: Promise<void> };
  /** A search that is repeated before each piece, with the same sources. */
  readonly againQuery?: string;
  readonly sources?: readonly { readonly path: string; readonly title?: string }[];
  /** What the service says that the answer is, with the words for clients that do not read it. */
  readonly outcome?: AnswerOutcome;
  /** The service says that a language model wrote it. */
  readonly model?: true;
  readonly threadId?: string;
  readonly threadKey?: string;
  /** A call of a tool, after the words. */
  readonly tool?: { readonly toolName: string; readonly args: object };
  /** A refusal instead of an answer. */
  readonly refuse?: { readonly status: number; readonly body: string; readonly headers?: Record<string, string> };
  /**
   * What happens after the pieces: the connection breaks, the stream stalls, or the assistant reaches its length
   * limit.
   */
  readonly ends?: 'cut' | 'stalled' | 'broken' | 'length';
}

export interface AssistantService {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** The bodies of search requests. */
  readonly searched: readonly object[];
  /** Requests for updates and their status. */
  readonly updates: readonly string[];
  /** Answers whose reader disconnected before their end. */
  readonly left: () => number;
  stop(): Promise<void>;
}

export async function startAssistantService(
  script: (asked: Asked, index: number) => Scripted,
  states: readonly string[] = ['queued', 'success'],
  found?: readonly object[],
): Promise<AssistantService> {
  const asked: Asked[] = [];
  const updates: string[] = [];
  const searched: object[] = [];
  const stopping = new AbortController();
  let leftCount = 0;
  const server = createServer(async (request, response) => {
    const body = await readText(request);
    const path = request.url ?? '';
    if (path.includes('/update')) return update(path, response);
    if (path.startsWith('/v1/search/')) {
      searched.push(JSON.parse(body));
      return void response.writeHead(found ? 200 : 404).end(JSON.stringify(found ?? { error: 'Not found' }));
    }
    // Like a hosted service, which forgets nobody.
    if (path.endsWith('/forget')) return void response.writeHead(404).end('{"error":"Not found"}');
    // The check for reachability.
    if (request.method === 'GET') return void response.writeHead(404).end();
    const question: Asked = { ...JSON.parse(body), domain: path.split('/').at(-2) };
    // The bot's check of URL, key and version asks nothing. Only the first version is found; the second is answered if it is set.
    if (!question.messages) {
      const [status, error] = path.startsWith('/v2/') ? [404, 'Not found'] : [400, 'messages: missing'];
      return void response.writeHead(status).end(JSON.stringify({ error }));
    }
    asked.push(question);
    response.on('close', () => {
      if (!response.writableFinished) leftCount += 1;
    });
    await answer(response, script(question, asked.length - 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // the address of a TCP server is an object
  return { url: `http://127.0.0.1:${port}`, asked, searched, updates, left: () => leftCount, stop };

  function update(path: string, response: ServerResponse): void {
    updates.push(path);
    const reads = updates.filter((each) => each.includes('status')).length;
    const isTrigger = !path.includes('update-status');
    response.writeHead(isTrigger ? 202 : 200, { 'content-type': 'application/json' });
    const status = states[Math.min(reads - 1, states.length - 1)];
    response.end(JSON.stringify(isTrigger ? { statusId: 'st-42' } : { _id: 'st-42', status }));
  }

  async function answer(response: ServerResponse, scripted: Scripted): Promise<void> {
    const {
      pieces = [],
      gapMs = 0,
      after,
      query = 'q',
      foundAfter,
      laterQuery,
      againQuery,
      sources = [],
      outcome,
      model,
      threadId,
      threadKey,
      tool,
      refuse,
      ends,
    } = scripted;
    if (refuse) {
      response.writeHead(refuse.status, { 'content-type': 'text/html', ...refuse.headers }).end(refuse.body);
      return;
    }
    const encoder = createDataStreamEncoder({ messageId: 'm' });
    const thread = { ...(threadId && { 'x-thread-id': threadId }), ...(threadKey && { 'x-thread-key': threadKey }) };
    response.writeHead(200, { ...encoder.headers, ...thread });
    response.write(encoder.encode({ type: 'step' }));
    response.write(encoder.encode({ type: 'search', call: 's1', query }));
    await foundAfter;
    response.write(encoder.encode({ type: 'found', call: 's1', pages: sources }));
    await after;
    for (const [at, text] of pieces.entries()) {
      if (gapMs > 0) await pause(gapMs, stopping.signal);
      if (response.destroyed) return;
      if (againQuery !== undefined) {
        response.write(encoder.encode({ type: 'search', call: `again${at}`, query: `${at} ${againQuery}` }));
        response.write(encoder.encode({ type: 'found', call: `again${at}`, pages: sources }));
      }
      response.write(encoder.encode({ type: 'text', block: 0, text }));
    }
    if (laterQuery) response.write(encoder.encode({ type: 'search', call: 's2', query: laterQuery.query }));
    await laterQuery?.until;
    if (tool) response.write(`9:${JSON.stringify({ toolCallId: 'tool-1', ...tool })}\n`);
    if (ends === 'stalled') return;
    if (ends === 'cut') return void response.end();
    if (ends === 'broken') {
      // Flushes what was written before the connection breaks.
      await pause(100, stopping.signal);
      response.destroy();
      return;
    }
    if (outcome) {
      response.write(encoder.encode({ type: 'outcome', outcome, ...(model && { model }) }));
      response.write(encoder.encode({ type: 'text', block: 0, text: `\n\n_The service says: ${outcome}._` }));
    }
    if (threadId) response.write(encoder.encode({ type: 'thread', id: threadId }));
    response.end(encoder.encode({ type: 'finish', reason: ends ?? 'stop' }) + encoder.end());
  }

  async function stop(): Promise<void> {
    stopping.abort();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }
}

/** A real pause, because both ends are real sockets. It leaves no listener behind; there would be thousands. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Splits a text into the pieces of a stream. */
export function pieces(text: string): readonly string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}
