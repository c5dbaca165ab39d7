/**
 * HTTP requests to a documentation API over its own keep-alive connections, with three timeouts: until the first byte of the
 * body, between two bytes while the reader waits, and in total. If the caller's signal aborts, or the body is abandoned before
 * its end, the connection is closed so that the server can stop working.
 */
import { Agent, type Dispatcher } from 'undici';
import { retryAfterMs } from '../../kit/base/retry-after.ts';
import { errorMessage, joinUrl } from '../../kit/wire/api.ts';
import { neverSent } from '../core/model/errors.ts';

/** How a request can fail. `cut_off` means after the response had begun. */
export type HttpCode =
  | 'rate_limited'
  | 'unavailable'
  | 'unauthorized'
  | 'out_of_credits'
  | 'not_found'
  | 'rejected'
  | 'too_long'
  | 'timed_out'
  | 'cut_off';

interface HttpFacts {
  readonly status?: number;
  readonly waitMs?: number | undefined;
  /** `no`: the request was never sent; `unknown`: the server may have acted on it. */
  readonly arrived?: 'no' | 'unknown';
  readonly cause?: unknown;
}

/**
 * A failed request. Its message may contain the service's own words, which are for the operator, never for a thread.
 */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly code: HttpCode;
  readonly status: number | undefined;
  readonly waitMs: number | undefined;
  readonly arrived: 'no' | 'unknown';

  constructor(code: HttpCode, message: string, facts: HttpFacts = {}) {
    super(message, { cause: facts.cause });
    this.code = code;
    this.status = facts.status;
    this.waitMs = facts.waitMs;
    this.arrived = facts.arrived ?? 'unknown';
  }
}

/** The base URL and the key. */
export interface HttpOptions extends Limits {
  /** May have a path; request paths are appended. */
  readonly baseUrl: string;
  readonly key: string;
}

/** One request. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: object;
  readonly signal: AbortSignal;
}

/** A successful response. Its timeouts run until its body is read to the end or abandoned. */
export interface HttpResponse {
  /** A header's value by its lower-case name. */
  header(name: string): string | undefined;
  /** Fails with HttpFailure: `timed_out` or `cut_off`. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Abandons the body, and closes the connection unless all of it has arrived. */
  leave(): void;
}

/** A client for one base URL. */
export interface Http {
  /** Fails with HttpFailure, also when the signal aborts: check the signal first. */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Closes the connections; requests in progress fail. */
  close(): Promise<void>;
}

/**
 * Reads a response's body as text; undefined if it is longer than `maxChars`. Fails with HttpFailure, as the body
 * does.
 */
export async function textOf({ body }: HttpResponse, maxChars: number): Promise<string | undefined> {
  const utf8 = new TextDecoder();
  let text = '';
  for await (const bytes of body) {
    text += utf8.decode(bytes, { stream: true });
    if (text.length > maxChars) return undefined;
  }
  return text + utf8.decode();
}

/** Far more than any answer, to end an endless body. */
const maxBodyBytes = 64 * 1024 * 1024;

/** How much of an error response's body is read. */
const maxErrorBodyBytes = 16 * 1024;

/** Creates a client for one base URL and key. */
export function createHttp(options: HttpOptions): Http {
  // Its own agent, because the global one could be anything. Our timeouts replace undici's.
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, allowH2: false });

  return {
    async send(request) {
      const watch = createWatch(options, request.signal);
      const response = await begin(agent, options, request, watch);
      if (response.statusCode >= 200 && response.statusCode < 300) {
        return {
          header: (name) => headerOf(response, name),
          body: read(response.body, watch),
          leave() {
            watch.end();
            response.body.destroy();
          },
        };
      }
      const words = await firstWords(response.body);
      watch.end();
      throw toRefusal(response, words);
    },
    close: () => agent.destroy(),
  };
}

async function begin(
  agent: Agent,
  { baseUrl, key }: HttpOptions,
  { method, path, body }: HttpRequest,
  watch: Watch,
): Promise<Dispatcher.ResponseData> {
  const url = new URL(joinUrl(baseUrl, path));
  try {
    const response = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: watch.signal,
    });
    // The reader of the body gets its failure. One that occurs while nothing is reading must not crash the process.
    response.body.on('error', () => undefined);
    return response;
  } catch (error) {
    watch.end();
    if (watch.late) throw new HttpFailure('timed_out', 'no response in time', { cause: error });
    throw new HttpFailure('unavailable', 'no response', {
      arrived: wasNeverSent(error) ? 'no' : 'unknown',
      cause: error,
    });
  }
}

async function* read(body: AsyncIterable<Uint8Array>, watch: Watch): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      watch.arrived();
      bytes += chunk.length;
      if (bytes > maxBodyBytes) throw new HttpFailure('cut_off', 'the body is too long');
      yield chunk;
      watch.waitForMore();
    }
  } catch (error) {
    if (error instanceof HttpFailure) throw error;
    if (watch.late) throw new HttpFailure('timed_out', 'the body stalled', { cause: error });
    throw new HttpFailure('cut_off', 'the body was cut off', { cause: error });
  } finally {
    watch.end();
  }
}

/** Reads the beginning of an error response's body. If that fails or takes too long, the status must do. */
async function firstWords(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxErrorBodyBytes) break;
    }
  } catch {
    // The status must do.
  }
  return Buffer.concat(chunks).toString('utf8');
}

function toRefusal(response: Dispatcher.ResponseData, words: string): HttpFailure {
  const { statusCode: status } = response;
  const waitMs = retryAfterMs(headerOf(response, 'retry-after'), Date.now());
  return new HttpFailure(codeOf(status), errorMessage(words) ?? `status ${status}`, { status, waitMs });
}

function codeOf(status: number): HttpCode {
  switch (status) {
    case 401:
    case 403:
      return 'unauthorized';
    case 402:
      return 'out_of_credits';
    case 404:
      return 'not_found';
    case 413:
      return 'too_long';
    case 429:
      return 'rate_limited';
    default:
      return status >= 500 || status === 408 ? 'unavailable' : 'rejected';
  }
}

function headerOf(response: Dispatcher.ResponseData, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Whether no connection was made, so that the request cannot have arrived. */
function wasNeverSent(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return neverSent.has(code) || /CERT|TLS|SSL/.test(code);
}

/** Timeouts in milliseconds. */
export interface Limits {
  /** From the request to the first byte of the body. Default: 30 s. */
  readonly firstByteMs?: number | undefined;
  /** Between two bytes. Default: 30 s. */
  readonly idleMs?: number | undefined;
  /** From the request to the last byte. Default: 5 minutes. */
  readonly totalMs?: number | undefined;
}

/** The timeouts of one request and the caller's signal as one signal. */
interface Watch {
  readonly signal: AbortSignal;
  /** Whether a timeout expired. */
  readonly late: boolean;
  /** Call when bytes arrive; processing them may take any time. */
  arrived(): void;
  /** Call when the reader waits for the next bytes. */
  waitForMore(): void;
  /** Removes all timers and listeners. */
  end(): void;
}

/** Starts the first-byte and the total timeout. */
function createWatch(limits: Limits, caller: AbortSignal): Watch {
  const { firstByteMs = 30_000, idleMs = 30_000, totalMs = 300_000 } = limits;
  const controller = new AbortController();
  let late = false;
  const total = setTimeout(expire, totalMs);
  const first = setTimeout(expire, firstByteMs);
  let isAwaited = false;
  let next: NodeJS.Timeout | undefined;
  caller.addEventListener('abort', cancel, { once: true });
  if (caller.aborted) cancel();

  function expire(): void {
    late = true;
    controller.abort();
  }

  function cancel(): void {
    controller.abort();
  }

  return {
    signal: controller.signal,
    get late() {
      return late;
    },
    arrived() {
      isAwaited = false;
      clearTimeout(first);
    },
    // One timer is reused for the whole answer, which may arrive in thousands of pieces.
    waitForMore() {
      isAwaited = true;
      next = next?.refresh() ?? setTimeout(() => isAwaited && expire(), idleMs);
    },
    end() {
      clearTimeout(first);
      clearTimeout(next);
      clearTimeout(total);
      caller.removeEventListener('abort', cancel);
    },
  };
}
