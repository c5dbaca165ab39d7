/**
 * An OpenAI-compatible chat endpoint over real HTTP with scripted responses. In: the response to each request, in order.
 * Out: its address, and the requests in the order in which they arrived.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/**
 * One step of a response. Parallel calls are named `call-0`, `call-1` and so on; `stall` sends nothing more and leaves the
 * connection open.
 */
export type Act =
  | { readonly say: string }
  | { readonly think: string }
  /** Of the tool `search` unless another is named, whose input is then given. */
  | { readonly call: string; readonly query: string }
  | { readonly call: string; readonly tool: string; readonly input: object }
  | { readonly finish: string }
  | { readonly status: number; readonly retryAfter?: string }
  /** `whole`: it is the body, without an end of the stream. */
  | { readonly raw: string; readonly whole?: true }
  | 'stall'
  | 'cut';

export interface EndpointRequest {
  readonly key: string | undefined;
  readonly path: string | undefined;
  readonly body: EndpointBody;
}

export interface EndpointBody {
  readonly model: string;
  readonly stream: boolean;
  readonly max_tokens?: number;
  readonly tools?: readonly unknown[];
  readonly tool_choice?: unknown;
  readonly messages: readonly { readonly role: string; readonly content: unknown; readonly tool_call_id?: string }[];
}

export interface Endpoint {
  readonly url: string;
  readonly requests: readonly EndpointRequest[];
  /** How many connections the client closed before their response had ended. */
  readonly left: () => number;
}

/** Each script answers one request; the last one answers all further requests. */
export async function startEndpoint(...scripts: readonly (readonly Act[])[]): Promise<Endpoint> {
  const requests: EndpointRequest[] = [];
  let left = 0;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece;
    // The provider sends the documented shape; tests check the fields.
    const body = JSON.parse(text) as EndpointBody;
    requests.push({ key: request.headers.authorization, path: request.url, body });
    response.on('close', () => {
      if (!response.writableFinished) left += 1;
    });
    await play(scripts[requests.length - 1] ?? scripts.at(-1) ?? [], response, body.stream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, requests, left: () => left };
}

async function play(script: readonly Act[], response: ServerResponse, isStreamed: boolean): Promise<void> {
  const [first] = script;
  if (typeof first === 'object' && 'status' in first) {
    const headers = first.retryAfter === undefined ? {} : { 'retry-after': first.retryAfter };
    response.writeHead(first.status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message: 'secret words of the endpoint', type: 'error' } }));
    return;
  }
  if (typeof first === 'object' && 'whole' in first) {
    response.end(first.raw);
    return;
  }
  if (!isStreamed && script.some((act) => typeof act === 'object' && 'say' in act)) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(wholeOf(script)));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const act of script) {
    if (act === 'stall') return;
    if (act === 'cut') {
      await wait(5);
      response.destroy();
      return;
    }
    response.write('raw' in act ? act.raw : eventOf(act));
    await wait(1);
  }
  response.end('data: [DONE]\n\n');
}

/** What is said as the response to a request that asks for no stream. */
function wholeOf(script: readonly Act[]): object {
  const content = script.map((act) => (typeof act === 'object' && 'say' in act ? act.say : '')).join('');
  const message = { role: 'assistant', content };
  return { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }], usage };
}

const head = { id: 'chat-1', object: 'chat.completion.chunk', created: 1, model: 'tiny' };
const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

function eventOf(act: Exclude<Act, 'stall' | 'cut' | { readonly raw: string }>): string {
  if ('finish' in act) {
    const end = { ...head, choices: [{ index: 0, delta: {}, finish_reason: act.finish }], usage };
    return `data: ${JSON.stringify(end)}\n\n`;
  }
  return `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta: deltaOf(act) }] })}\n\n`;
}

function deltaOf(act: object): object {
  if ('say' in act) return { role: 'assistant', content: act.say };
  if ('think' in act) return { role: 'assistant', reasoning_content: act.think };
  if (!('call' in act)) return {};
  const index = Number(/^call-(\d+)$/.exec(String(act.call))?.[1] ?? 0);
  const called =
    'tool' in act && 'input' in act
      ? { name: act.tool, arguments: JSON.stringify(act.input) }
      : { name: 'search', arguments: JSON.stringify({ query: 'query' in act ? act.query : '' }) };
  return { role: 'assistant', tool_calls: [{ index, id: act.call, type: 'function', function: called }] };
}
