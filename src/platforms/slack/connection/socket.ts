/**
 * One Socket Mode connection over the vendor's client, which reports why it ends and when Slack last gave a sign of life.
 *
 * The client's own reconnecting is off: it waits five seconds first, and a refusal on the way ends it as an unhandled
 * rejection. Frames of type `disconnect` are kept from it: it would close at once, while Slack allows ten seconds to open
 * the next connection first.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { SocketModeClient } from '@slack/socket-mode';
import { type Clock, within } from '../../../base/clock.ts';
import { isObject, parseJson, valueAt } from '../../../base/json.ts';
import type { Logger } from '../../../base/logger.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import { toPlatformError } from '../errors.ts';
import { createSdkLog } from './sdk-log.ts';

/** An event, a command or an interaction, as the vendor's client passes it on. */
export interface Envelope {
  readonly type: string;
  // The vendor's packages have no narrower type; events.ts and commands.ts name the fields that they read.
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
  /** The connection is given up after this long without a pong. Pings go three times as often. */
  readonly pongWithinMs?: number;
}

export interface Socket {
  /** `lost`, or Slack's reason for wanting it closed; then it still works for some seconds. */
  readonly ended: Promise<string>;
  /** Milliseconds since 1970 of the last frame, ping or pong from Slack. */
  lastSignAt(): number;
  /** Accepts no more envelopes, waits until those under way are acknowledged, then closes. */
  close(): Promise<void>;
}

/** A connection without a hello by then is given up. */
const openWithinMs = 10_000;
/** A later acknowledgement is ignored. Source: docs.slack.dev apis/events-api, 2026-11-21. */
const ackWithinMs = 3_000;
const closeWithinMs = 1_000;

/** Resolves when Slack has said hello. Fails with PlatformError, also when the signal aborts before that. */
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
    // What comes now is not acknowledged, so Slack delivers it to another connection.
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
    // A connection that was being opened may be open by now; and a handshake that the other side does not complete is
    // ended by asking a second time.
    await within(started, closeWithinMs, clock);
    await within(client.disconnect(), closeWithinMs, clock);
    signs.end();
  }
}

/** Resolves with a failure when the signal aborts or no hello comes in time. */
async function failedToOpen(clock: Clock, signal: AbortSignal, started: Promise<unknown>): Promise<PlatformError> {
  const over = new AbortController();
  void started.then(() => over.abort());
  await clock.wait(openWithinMs, AbortSignal.any([over.signal, signal]));
  return new PlatformError('unavailable', { cause: new Error('no hello in time') });
}

/**
 * The vendor's client, but a `disconnect` frame is an event instead of the end, and a frame that it cannot read is another
 * instead of an unhandled rejection, which would end the process.
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

/** `signal` aborts the request for an address; without that a connection could still come up after its end. */
function createClient(options: SocketOptions, signal: AbortSignal): PatientClient {
  const { appToken, apiUrl, logger, pongWithinMs = 10_000 } = options;
  return new PatientClient({
    appToken,
    logger: createSdkLog(logger),
    autoReconnectEnabled: false,
    clientPingTimeout: pongWithinMs,
    // An object of its own: the client writes its defaults into it.
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

/** Notes every frame, ping and pong. The channels report every connection of the process; ours is known by its address. */
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
