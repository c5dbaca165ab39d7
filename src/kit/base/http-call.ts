/** HTTP calls with a deadline for the whole response, body included. */
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, EnvHttpProxyAgent } from 'undici';
import { type Clock, endWait } from './clock.ts';

/**
 * fetch with a deadline. Fails as fetch does when its signal aborts, and with RangeError when the body is longer than `maxBytes`.
 */
export function fetchWithin(
  clock: Clock,
  limitMs: number,
  url: string | URL,
  {
    maxBytes,
    ...init
  }: RequestInit & {
    readonly signal?: AbortSignal | null | undefined;
    readonly maxBytes?: number;
  } = {},
): Promise<Response> {
  return withDeadline(clock, limitMs, async (limit) => {
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    const response = await fetch(url, { ...init, signal });
    const body = maxBytes === undefined ? await response.arrayBuffer() : await readAtMost(response.body, maxBytes);
    // A 204 may have no body, not even an empty one.
    return new Response(body.byteLength > 0 ? body : null, response);
  });
}

/**
 * Whether an address is on one of these hosts, over https and without user and password. `apiUrl`: the origin of a simulated
 * service, which serves everything itself.
 */
export function isOnHost(address: string, hosts: readonly string[], apiUrl: string | undefined): boolean {
  const url = URL.parse(address);
  if (url?.username !== '' || url.password !== '') return false;
  if (apiUrl !== undefined) return url.origin === URL.parse(apiUrl)?.origin;
  return url.protocol === 'https:' && url.port === '' && hosts.includes(url.hostname);
}

/** A request as the vendors' clients make it. */
export interface ApiCall {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | null;
}

/** The parts of a fetch response that the vendors' clients read. */
export interface ApiResponse {
  readonly url: string;
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly bodyUsed: boolean;
  arrayBuffer(): Promise<ArrayBuffer>;
  text(): Promise<string>;
  json(): Promise<unknown>;
}

/**
 * An API call, made for each edit of each answer: undici's `request` with a response that is not a stream takes a third of
 * the CPU time of fetch. Redirects are not followed. Fails with undici's errors, and with TimeoutError at the deadline.
 */
export function callWithin(
  clock: Clock,
  limitMs: number,
  address: string | URL,
  { method = 'GET', headers = {}, body = null }: ApiCall = {},
): Promise<ApiResponse> {
  return withDeadline(clock, limitMs, async (signal) => {
    const url = new URL(address);
    const request = { origin: url.origin, path: url.pathname + url.search, method, headers, body, signal };
    const response = await agent.request(request);
    const bytes = await response.body.arrayBuffer();
    const text = (): string => new TextDecoder().decode(bytes);
    return {
      url: url.href,
      ok: response.statusCode >= 200 && response.statusCode < 300,
      status: response.statusCode,
      statusText: response.statusText,
      headers: toHeaders(response.headers),
      bodyUsed: false,
      arrayBuffer: async () => bytes,
      text: async () => text(),
      json: async () => JSON.parse(text()),
    };
  });
}

/** Repeated headers arrive as an array. */
function toHeaders(received: IncomingHttpHeaders): Headers {
  return new Headers(
    Object.entries(received).flatMap(([name, values = []]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    ),
  );
}

/** Not the global dispatcher, which other code may replace. Our deadline replaces undici's timeouts. */
const options = { headersTimeout: 0, bodyTimeout: 0, allowH2: false };
/** Uses a proxy whenever Node's own fetch would. */
const flags = [...process.execArgv, ...(process.env.NODE_OPTIONS?.split(/\s+/) ?? [])];
const usesProxy = process.env.NODE_USE_ENV_PROXY === '1' || flags.includes('--use-env-proxy');
const agent = usesProxy ? new EnvHttpProxyAgent(options) : new Agent(options);

/** `limit` aborts at the deadline, with TimeoutError. */
export async function withDeadline<T>(
  clock: Clock,
  limitMs: number,
  act: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const [limit, done] = [new AbortController(), new AbortController()];
  void clock.wait(limitMs, done.signal).then(() => {
    if (!done.signal.aborted) limit.abort(new DOMException('No answer in time', 'TimeoutError'));
  });
  try {
    return await act(limit.signal);
  } finally {
    endWait(done);
  }
}

/** Drops the connection as soon as the body exceeds `maxBytes`, and fails with RangeError. */
export async function readAtMost(
  body: AsyncIterable<Uint8Array<ArrayBuffer>> | null,
  maxBytes: number,
): Promise<ArrayBuffer> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new RangeError('the response is too long');
    pieces.push(piece);
  }
  return new Blob(pieces).arrayBuffer();
}
