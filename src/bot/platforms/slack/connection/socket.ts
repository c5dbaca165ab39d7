/**
 * One Socket Mode connection over the vendor's client. Reports why it ends and when Slack last gave a sign of life.
 *
 * The client's own reconnecting is off: it waits five seconds first, and a refusal while reconnecting becomes an unhandled
 * rejection. `disconnect` frames are withheld from the client, which would close immediately, although Slack allows ten
 * seconds to open the next connection first.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { SocketModeClient } from '@slack/socket-mode';
import { type Clock, within } from '../../../../kit/base/clock.ts';
import { isObject, parseJson, valueAt } from '../../../../kit/base/json.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import { toPlatformError } from '../errors.ts';
import { createSdkLog } from './sdk-log.ts';

/** An event, a command or an interaction, as emitted by the vendor's client. */
export interface Envelope {
  readonly type: string;
  // The vendor's packages have no narrower type; events.ts and commands.ts declare the fields that they read.
  readonly body: Record<string, unknown>;
  ack(response?: unknown): Promise<void>;
  readonly retry_num?: number;
  readonly retry_reason?: string;
}

export interface SocketOptions {
  readonly appToken: string;
  readonly apiUrl?: string | undefined;
  readonly logger: Logger;
  readonly clock: Clock;
  /** The connection is given up after this long without a pong. Pings are sent three times as often. */
  readonly pongWithinMs?: number;
}

export interface Socket {
  /** `lost`, or Slack's reason for closing the connection, which then still works for some seconds. */
  readonly ended: Promise<string>;
  /** Milliseconds since 1970 of the last frame, ping or pong from Slack. */
  lastSignAt(): number;
  /** Accepts no more envelopes, waits until those in progress are acknowledged, then closes. */
  close(): Promise<void>;
}

/** How long to wait for the hello before giving up. */
const openWithinMs = 10_000;
/** Slack ignores a later acknowledgement. Source: docs.slack.dev apis/events-api, 2026-11-21. */
const ackWithinMs = 3_000;
const closeWithinMs = 1_000;

/** Resolves on Slack's hello. Fails with PlatformError, also when the signal aborts before that. */
export async function openSocket(
  options: SocketOptions,
  take: (envelope: Envelope) => Promise<void>,
  signal: AbortSignal,
): Promise<Socket> {
  const { clock, logger } = options;
  const opening = new AbortController();
  const client = createClient(options, opening.signal);
  const ended = Promise.withResolvers<string>();
  const taking = new Set<Promise<void>>();
  const signs = watchSigns(client, clock);
  let closing = false;
  client.on('refresh', (reason: string) => ended.resolve(reason));
  client.on('disconnected', () => ended.resolve('lost'));
  client.on('unreadable', () => logger.warn({}, 'unreadable frame from Slack'));
  client.on('slack_event', (envelope: Envelope) => {
    // Not acknowledged, so Slack delivers it over another connection.
    if (closing || typeof envelope.type !== 'string') return;
    const task = take(envelope).finally(() => taking.delete(task));
    taking.add(task);
  });
  // The client rejects with undefined when the connection closes before hello.
  const started = client.start().then(
    () => undefined,
    (error: unknown) => error ?? new PlatformError('unavailable', { cause: new Error('closed before hello') }),
  );
  const problem = await Promise.race([started, failedToOpen(clock, signal, started)]);
  if (problem !== undefined) {
    await close();
    throw toPlatformError(problem);
  }
  return { ended: ended.promise, lastSignAt: signs.lastSignAt, close };

  async function close(): Promise<void> {
    closing = true;
    await within(Promise.all(taking), ackWithinMs, clock);
    opening.abort();
    await within(client.disconnect(), closeWithinMs, clock);
    // A connection that was still opening may be open by now, and a closing handshake that the other side never completes
    // is ended only by a second disconnect.
    await within(started, closeWithinMs, clock);
    await within(client.disconnect(), closeWithinMs, clock);
    signs.end();
  }
}

/** Resolves to a failure when the signal aborts or no hello arrives in time. */
async function failedToOpen(clock: Clock, signal: AbortSignal, started: Promise<unknown>): Promise<PlatformError> {
  const over = new AbortController();
  void started.then(() => over.abort());
  await clock.wait(openWithinMs, AbortSignal.any([over.signal, signal]));
  return new PlatformError('unavailable', { cause: new Error('no hello in time') });
}

/**
 * The vendor's client, except that a `disconnect` frame emits `refresh` instead of closing, and an unreadable frame emits
 * `unreadable` instead of an unhandled rejection, which would end the process.
 */
class PatientClient extends SocketModeClient {
  protected override async onWebSocketMessage(message: string | ArrayBuffer, isBinary: boolean): Promise<void> {
    try {
      const reason = disconnectReason(message);
      if (reason === undefined) await super.onWebSocketMessage(message, isBinary);
      else this.emit('refresh', reason);
    } catch {
      this.emit('unreadable');
    }
  }
}

/** `signal` aborts the request for a WebSocket URL; otherwise the connection could still open after it was closed. */
function createClient(options: SocketOptions, signal: AbortSignal): PatientClient {
  const { appToken, apiUrl, logger, pongWithinMs = 10_000 } = options;
  return new PatientClient({
    appToken,
    logger: createSdkLog(logger),
    autoReconnectEnabled: false,
    clientPingTimeout: pongWithinMs,
    // A fresh object, because the client writes its defaults into it.
    clientOptions: {
      ...(apiUrl !== undefined && { slackApiUrl: apiUrl }),
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      timeout: openWithinMs,
      allowAbsoluteUrls: false,
      fetch: (url, init) =>
        fetch(url, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal }),
    },
  });
}

/** Notes every frame, ping and pong. The diagnostics channels cover the whole process; ours is recognised by its URL. */
function watchSigns(client: PatientClient, clock: Clock): { lastSignAt(): number; end(): void } {
  let lastSignAt = clock.now();
  let address: string | undefined;
  const note = (): void => {
    lastSignAt = clock.now();
  };
  const noteOurs = (message: unknown): void => {
    if (addressOf(message) === address) note();
  };
  client.on('authenticated', ({ url }: { url?: string }) => {
    address = url && URL.parse(url)?.href;
  });
  client.on('ws_message', note);
  const channels = ['undici:websocket:ping', 'undici:websocket:pong'];
  for (const channel of channels) subscribe(channel, noteOurs);
  return {
    lastSignAt: () => lastSignAt,
    end() {
      for (const channel of channels) unsubscribe(channel, noteOurs);
    },
  };
}

function addressOf(message: unknown): unknown {
  return valueAt(message, 'websocket', 'url');
}

function disconnectReason(message: string | ArrayBuffer): string | undefined {
  if (typeof message !== 'string' || !message.includes('"disconnect"')) return undefined;
  const frame = parseJson(message);
  if (!isObject(frame) || frame.type !== 'disconnect') return undefined;
  return typeof frame.reason === 'string' ? frame.reason : 'unknown';
}
