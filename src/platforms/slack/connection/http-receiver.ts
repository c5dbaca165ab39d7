/**
 * Slack's events over HTTP. In: requests to /slack/events, which the one HTTP server of the process hands over. Out: what
 * Bolt processes, answered only when that is done, so that Slack delivers again what could not be stored.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HTTPReceiver } from '@slack/bolt';
import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/logger.ts';
import { createSdkLog } from './sdk-log.ts';
import type { Listening } from './socket-receiver.ts';

export type HttpListener = (request: IncomingMessage, response: ServerResponse) => void;

/** A request that is open at a stop may take this long; Slack delivers again what was not acknowledged in 3 s. */
const stopLimitMs = 3_000;
/** A request may be this old, or this far ahead. Source: docs.slack.dev authentication/verifying-requests-from-slack, 2026-11-21. */
const maxSkewMs = 5 * 60_000;

export interface HttpReceiverOptions {
  readonly signingSecret: string;
  readonly logger: Logger;
  readonly clock: Clock;
}

export function createHttpReceiver(options: HttpReceiverOptions): Listening & { readonly listener: HttpListener } {
  const { logger, clock } = options;
  const open = new Set<Promise<void>>();
  let listening = false;
  const receiver = new HTTPReceiver({
    signingSecret: options.signingSecret,
    // The path is the server's business; whatever it hands over is Slack's.
    endpoints: ['/slack/events'],
    // Holds the answer back until our listeners are done.
    processBeforeResponse: true,
    logger: createSdkLog(logger),
    async processEventErrorHandler({ error, response }) {
      logger.warn({ err: error }, 'not acknowledged');
      if (!response.headersSent) response.writeHead(500).end();
      return true;
    },
  });

  return {
    listener,
    init: (app) => receiver.init(app),
    // Nothing is opened here: the server is the process's.
    async start() {
      listening = true;
    },
    async stop() {
      listening = false;
      const over = new AbortController();
      await Promise.race([Promise.all(open), clock.wait(stopLimitMs, over.signal)]);
      over.abort();
    },
    health: () => ({ state: listening ? 'ready' : 'starting' }),
  };

  function listener(request: IncomingMessage, response: ServerResponse): void {
    const refusal = refuse(request);
    if (refusal !== undefined) {
      end(response, refusal);
      return;
    }
    const closed = Promise.withResolvers<void>();
    open.add(closed.promise);
    response.once('close', () => {
      open.delete(closed.promise);
      closed.resolve();
    });
    try {
      receiver.requestListener(request, response);
    } catch {
      // Bolt fails so for a path that it does not know.
      end(response, 404);
    }
  }

  /** The status of a request that Bolt is not to see. */
  function refuse(request: IncomingMessage): number | undefined {
    if (!listening) return 503;
    if (request.method !== 'POST') return 405;
    // Bolt refuses what is too old, and lets through what is signed for a time to come.
    return sentAt(request) - clock.now() > maxSkewMs ? 401 : undefined;
  }
}

function sentAt(request: IncomingMessage): number {
  return Number(request.headers['x-slack-request-timestamp'] ?? 0) * 1_000;
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}
