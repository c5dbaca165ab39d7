/**
 * Receives Slack's events over HTTP for Bolt: requests to /slack/events, passed on by the process's one HTTP server. A
 * request is answered only after it is processed, so that Slack redelivers what could not be stored.
 *
 * The address is public: a request that its headers already rule out is rejected before any of its body is kept. Bolt's own
 * receiver buffers 4 MB from anyone, and a signed body that is not an object crashes the process.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type App, HTTPModuleFunctions, isValidSlackRequest } from '@slack/bolt';
import { type Clock, within } from '../../../base/clock.ts';
import { isObject, parseJson } from '../../../base/json.ts';
import type { Logger } from '../../../base/logger.ts';
import type { EventReceiver } from './socket-receiver.ts';

export type HttpListener = (request: IncomingMessage, response: ServerResponse) => void;

const path = '/slack/events';
/** How long open requests may take during a stop; Slack redelivers what is not acknowledged within 3 s. */
const stopLimitMs = 3_000;
/** Slack sends a body faster than this. */
const bodyLimitMs = 5_000;
const maxBodyBytes = 100 * 1_024;
/** Slack's certificate check is unsigned and only a few bytes long. */
const maxUnsignedBytes = 1_024;
/** Concurrent requests from all senders together. */
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
  const { logger, clock, signingSecret } = options;
  const open = new Set<Promise<void>>();
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
      if (!response.headersSent) response.writeHead(error instanceof Refusal ? error.status : 500).end();
    }
  }

  /** The response to the sender. Fails with Refusal, or when the event cannot be stored. */
  async function process(request: IncomingMessage): Promise<unknown> {
    if (request.url?.replace(/\?.*/s, '') !== path) throw new Refusal(404);
    if (request.method !== 'POST') throw new Refusal(405);
    if (!listening || open.size >= maxRequests) throw new Refusal(503);
    const mayBeSigned = hasSignature(request, clock.now());
    const text = await readBody(request, mayBeSigned ? maxBodyBytes : maxUnsignedBytes, clock);
    if (isCertificateCheck(request, text)) return '';
    if (!mayBeSigned || !isSigned(request, text)) throw new Refusal(401);
    const body = parseBody(request, text);
    if (!isObject(body)) throw new Refusal(400);
    if (body.type === 'url_verification') return { challenge: body.challenge };
    return dispatch(request, body);
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

/** Fails with Refusal when the body is declared or found to be too long, is incomplete, or takes too long. */
async function readBody(request: IncomingMessage, maxBytes: number, clock: Clock): Promise<string> {
  const tooLong = new Refusal(maxBytes === maxBodyBytes ? 413 : 401);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLong;
  const reading = collect(request, maxBytes).catch(() => undefined);
  const body = await within(reading, bodyLimitMs, clock);
  if (body === undefined) throw new Refusal(400);
  if (body === 'too long') throw tooLong;
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

function isForm({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
}

/** Source: docs.slack.dev interactivity/implementing-slash-commands, 2026-11-21. */
function isCertificateCheck(request: IncomingMessage, text: string): boolean {
  return isForm(request) && new URLSearchParams(text).get('ssl_check') === '1';
}

/** A command's form becomes an object; JSON, also in an interaction's `payload` field, is parsed. */
function parseBody(request: IncomingMessage, text: string): unknown {
  if (!isForm(request)) return parseJson(text);
  const fields = new URLSearchParams(text);
  const payload = fields.get('payload');
  return payload === null ? Object.fromEntries(fields) : parseJson(payload);
}
