/**
 * Receives Slack's events over HTTP for Bolt: requests to /slack/events, passed on by the process's one HTTP server. A
 * request is answered only after it is processed, so that Slack redelivers what could not be stored.
 *
 * The address is public. A request that its headers already rule out is refused without waiting for its body; one that may be
 * Slack's has a short time for it and few places; only verified requests take the places for work. Bolt's own receiver buffers
 * 4 MB from anyone, and a signed body that is not an object crashes the process.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type App, HTTPModuleFunctions, isValidSlackRequest } from '@slack/bolt';
import { clientAddress, networkOf } from '../../../../kit/base/client-address.ts';
import { type Clock, endWait, within } from '../../../../kit/base/clock.ts';
import { isObject, parseJson, withoutNulls } from '../../../../kit/base/json.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import { createPendingBodies } from './pending-bodies.ts';
import type { EventReceiver } from './socket-receiver.ts';

export type HttpListener = (request: IncomingMessage, response: ServerResponse) => void;

const path = '/slack/events';
/** How long open requests may take during a stop; Slack redelivers what is not acknowledged within 3 s. */
const stopLimitMs = 3_000;
/** Slack sends a body at once. */
const bodyLimitMs = 2_000;
const maxBodyBytes = 100 * 1_024;
/** Verified requests that are worked on at the same time; Slack sends further ones again. */
const maxRequests = 100;
/**
 * How far a request's timestamp may be from our clock. Source: docs.slack.dev
 * authentication/verifying-requests-from-slack, 2026-11-21.
 */
const maxSkewMs = 5 * 60_000;

export interface HttpReceiverOptions {
  readonly signingSecret: string;
  readonly logger: Logger;
  readonly clock: Clock;
  /** How many trusted proxies are in front of the process. Default: 0. */
  readonly trustedProxies?: number;
}

/** Rejects a request with this status. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`HTTP ${status}`);
    this.status = status;
  }
}

export function createHttpReceiver(options: HttpReceiverOptions): EventReceiver & { readonly listener: HttpListener } {
  const { logger, clock, signingSecret, trustedProxies = 0 } = options;
  const open = new Set<Promise<void>>();
  const pending = createPendingBodies();
  let working = 0;
  let app: App | undefined;
  let listening = false;

  return {
    listener(request, response) {
      const answered = answer(request, response).finally(() => open.delete(answered));
      open.add(answered);
    },
    init(bolt) {
      app = bolt;
    },
    // The HTTP server belongs to the process, so there is nothing to open here.
    async start() {
      listening = true;
    },
    async stop() {
      listening = false;
      await within(Promise.all(open), stopLimitMs, clock);
    },
    health: () => ({ state: listening ? 'ready' : 'starting' }),
  };

  /** Never fails. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const result = await process(request);
      if (!response.destroyed) HTTPModuleFunctions.buildContentResponse(response, result);
    } catch (error) {
      if (!(error instanceof Refusal)) logger.warn({ err: error }, 'delivery not acknowledged');
      // The rest of a refused body is not waited for.
      if (!response.headersSent)
        response.writeHead(error instanceof Refusal ? error.status : 500, { connection: 'close' }).end();
    }
  }

  /** The response to the sender. Fails with Refusal, or when the event cannot be stored. */
  async function process(request: IncomingMessage): Promise<unknown> {
    if (request.url?.replace(/\?.*/s, '') !== path) throw new Refusal(404);
    if (request.method !== 'POST') throw new Refusal(405);
    if (!listening) throw new Refusal(503);
    if (!hasSignature(request, clock.now())) {
      if (isCertificateCheck(request, await alreadyArrived(request))) return '';
      throw new Refusal(401);
    }
    const text = await receive(request);
    if (!isSigned(request, text)) throw new Refusal(401);
    if (working >= maxRequests) throw new Refusal(503);
    const body = parseBody(request, text);
    if (!isObject(body)) throw new Refusal(400);
    if (body.type === 'url_verification') return { challenge: body.challenge };
    working += 1;
    try {
      return await dispatch(request, body);
    } finally {
      working -= 1;
    }
  }

  /** The body of a request that is not verified yet. */
  async function receive(request: IncomingMessage): Promise<string> {
    const waiting = new AbortController();
    const address = clientAddress(
      request.socket.remoteAddress,
      request.headersDistinct['x-forwarded-for']?.join(','),
      trustedProxies,
    );
    const leave = pending.enter(networkOf(address), () => endWait(waiting));
    try {
      return await readBody(request, clock, waiting.signal);
    } finally {
      leave();
      endWait(waiting);
    }
  }

  async function dispatch(request: IncomingMessage, body: Readonly<Record<string, unknown>>): Promise<unknown> {
    let acknowledged: unknown = '';
    await app?.processEvent({
      body,
      ack: async (response) => {
        acknowledged = response ?? '';
      },
      ...optional('retryNum', HTTPModuleFunctions.extractRetryNumFromHTTPRequest(request)),
      ...optional('retryReason', HTTPModuleFunctions.extractRetryReasonFromHTTPRequest(request)),
    });
    return acknowledged;
  }

  function isSigned({ headers }: IncomingMessage, body: string): boolean {
    return isValidSlackRequest({
      signingSecret,
      body,
      headers: {
        'x-slack-signature': String(headers['x-slack-signature']),
        'x-slack-request-timestamp': Number(headers['x-slack-request-timestamp']),
      },
      nowMilliseconds: clock.now(),
    });
  }
}

function optional<K extends string, V>(key: K, value: V | undefined): { readonly [key in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in K]: V });
}

/** Whether the headers hold a recent, well-formed signature; verifying it takes the body. */
function hasSignature({ headers }: IncomingMessage, now: number): boolean {
  const sentAt = Number(headers['x-slack-request-timestamp'] ?? Number.NaN) * 1_000;
  return Math.abs(sentAt - now) <= maxSkewMs && /^v0=[\da-f]{64}$/.test(String(headers['x-slack-signature']));
}

/**
 * Fails with Refusal when the body is declared or found to be too long or is incomplete; and when it takes too long or `signal`
 * aborts, which closes the connection.
 */
async function readBody(request: IncomingMessage, clock: Clock, signal: AbortSignal): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw new Refusal(413);
  const reading = collect(request, maxBodyBytes).catch(() => undefined);
  const body = await Promise.race([reading, clock.wait(bodyLimitMs, signal).then(() => 'late' as const)]);
  if (body === undefined) throw new Refusal(400);
  if (body === 'too long') throw new Refusal(413);
  if (Buffer.isBuffer(body)) return body.toString();
  request.destroy();
  throw new Refusal(408);
}

async function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer | 'too long'> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > maxBytes) return 'too long';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The part of a body that came with the headers. */
async function alreadyArrived(request: IncomingMessage): Promise<string> {
  await new Promise((resolve) => setImmediate(resolve));
  const chunk: unknown = request.read();
  return Buffer.isBuffer(chunk) ? chunk.toString() : '';
}

function isForm({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
}

/** Source: docs.slack.dev interactivity/implementing-slash-commands, 2026-11-21. */
function isCertificateCheck(request: IncomingMessage, text: string): boolean {
  return isForm(request) && new URLSearchParams(text).get('ssl_check') === '1';
}

/** A command's form becomes an object; JSON, also in an interaction's `payload` field, is parsed. */
function parseBody(request: IncomingMessage, text: string): unknown {
  if (!isForm(request)) return withoutNulls(parseJson(text));
  const fields = new URLSearchParams(text);
  const payload = fields.get('payload');
  return payload === null ? Object.fromEntries(fields) : withoutNulls(parseJson(payload));
}
