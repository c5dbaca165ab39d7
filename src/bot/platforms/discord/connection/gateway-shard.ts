/**
 * One shard's gateway session, over any number of connections: resumed while Discord allows it, else started again, with
 * exponential backoff. A resume loses nothing: Discord replays the missed events.
 */
import {
  GatewayCloseCodes,
  GatewayDispatchEvents,
  type GatewayDispatchPayload,
  GatewayOpcodes,
  type SessionInfo,
} from 'discord.js';
import type { Clock } from '../../../../kit/base/clock.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import type { ContentIntent } from './content-intent.ts';
import { type GatewaySocket, openGatewaySocket, type SocketEnd } from './gateway-socket.ts';
import { afterClose, reconnectWaitMs, type SessionStarts } from './reconnect.ts';

export interface ShardOptions {
  readonly id: number;
  readonly count: number;
  /** Where new sessions connect; to resume, each session has a URL of its own. */
  readonly gatewayUrl: string;
  readonly version: string;
  readonly token: string;
  /** The fields of IDENTIFY besides token and shard. */
  identify(): object;
  readonly content: ContentIntent;
  readonly starts: SessionStarts;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface ShardEvents {
  /** A connection is open; null: it starts a new session. */
  onHello(session: SessionInfo | null): void;
  onEvent(event: GatewayDispatchPayload): void;
  onClosed(code: number): void;
}

export type ShardState = 'connecting' | 'ready' | 'refused' | 'closed';

/** A connection that ends sooner counts as failed, so that reconnecting to a server that closes immediately backs off. */
const healthyAfterMs = 5_000;
/** A session is abandoned after this many unanswered attempts to resume it. */
const maxFailedResumes = 3;
/** After this many failures a session is resumed at the gateway URL instead of its own. */
const maxResumeUrlFailures = 3;

export class GatewayShard {
  readonly id: number;
  readonly #options: ShardOptions;
  readonly #events: ShardEvents;
  readonly #closing = new AbortController();
  #state: ShardState = 'connecting';
  #session: SessionInfo | undefined;
  #socket: GatewaySocket | undefined;
  #lastSignAt: number;
  #readyAt: number | undefined;
  #replayed = 0;
  #failedResumes = 0;
  #refusedWith: number | undefined;
  #requestedContent = false;
  #running: Promise<void> | undefined;

  constructor(options: ShardOptions, events: ShardEvents) {
    this.id = options.id;
    this.#options = options;
    this.#events = events;
    this.#lastSignAt = options.clock.now();
  }

  get state(): ShardState {
    return this.#state;
  }

  /** Discord's close code if it rejected us permanently. */
  get refusedWith(): number | undefined {
    return this.#refusedWith;
  }

  /** How long Discord has sent nothing. */
  get silentMs(): number {
    return this.#options.clock.now() - this.#lastSignAt;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  send(payload: object): void {
    this.#socket?.send(payload);
  }

  /** Ends the session. No event is delivered after this. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
    this.#state = 'closed';
  }

  async #run(): Promise<void> {
    const { clock, starts, logger } = this.#options;
    const { signal } = this.#closing;
    let failures = 0;
    for (;;) {
      await clock.wait(reconnectWaitMs(failures, Math.random()), signal);
      if (!this.#session) await starts.wait(this.id, signal);
      if (signal.aborted) return;
      const end = await this.#connect(failures);
      if (signal.aborted || end.kind === 'stopped') return;
      const livedMs = this.#readyAt === undefined ? 0 : clock.now() - this.#readyAt;
      this.#state = 'connecting';
      this.#readyAt = undefined;
      if (this.#dropsContentIntent(end)) {
        this.#session = undefined;
        continue;
      }
      this.#events.onClosed(end.kind === 'closed' ? end.code : abnormalClosure);
      if (end.kind === 'closed' && afterClose(end.code) === 'refused') {
        this.#state = 'refused';
        this.#refusedWith = end.code;
        return;
      }
      failures = failuresAfter(end, livedMs, failures);
      if (!canResume(end) || this.#failedResumes >= maxFailedResumes) this.#session = undefined;
      const fields = {
        shard: this.id,
        reason: end.kind,
        ...(end.kind === 'closed' && { code: end.code, err: end.error }),
      };
      logger[failures === 1 ? 'warn' : 'debug'](fields, 'gateway connection lost');
    }
  }

  /** Whether Discord refused the intents and we can retry without Message Content. */
  #dropsContentIntent(end: SocketEnd): boolean {
    const isRefused = end.kind === 'closed' && end.code === GatewayCloseCodes.DisallowedIntents;
    if (!isRefused || !this.#requestedContent) return false;
    this.#options.content.refuse();
    return true;
  }

  async #connect(failures: number): Promise<SocketEnd> {
    const { clock, version, gatewayUrl, token, identify, content, id, count } = this.#options;
    const session = this.#session;
    this.#replayed = 0;
    const url = new URL(session && failures < maxResumeUrlFailures ? session.resumeURL : gatewayUrl);
    url.search = new URLSearchParams({ v: version, encoding: 'json' }).toString();
    this.#socket = openGatewaySocket({
      url: url.href,
      clock,
      signal: this.#closing.signal,
      greeting: () => {
        this.#events.onHello(session ?? null);
        if (!session) {
          this.#requestedContent = !content.isRefused;
          return { op: GatewayOpcodes.Identify, d: { ...identify(), token, shard: [id, count] } };
        }
        this.#failedResumes += 1;
        const d = { token, session_id: session.sessionId, seq: session.sequence };
        return { op: GatewayOpcodes.Resume, d };
      },
      sequence: () => this.#session?.sequence ?? null,
      onSign: () => {
        this.#lastSignAt = clock.now();
      },
      onEvent: (event) => this.#take(event),
    });
    return this.#socket.ended;
  }

  #take(event: GatewayDispatchPayload): void {
    const { id, count, clock, logger } = this.#options;
    if (this.#session) this.#session = { ...this.#session, sequence: event.s };
    this.#replayed += 1;
    if (event.t === GatewayDispatchEvents.Ready) {
      const { session_id: sessionId, resume_gateway_url: resumeURL } = event.d;
      this.#session = { sessionId, resumeURL, sequence: event.s, shardId: id, shardCount: count };
      logger.info({ shard: id }, 'gateway session started');
    }
    if (event.t === GatewayDispatchEvents.Resumed) {
      logger.info({ shard: id, replayed: this.#replayed - 1 }, 'gateway session resumed');
    }
    if (event.t === GatewayDispatchEvents.Ready || event.t === GatewayDispatchEvents.Resumed) {
      this.#state = 'ready';
      this.#readyAt = clock.now();
      this.#failedResumes = 0;
    }
    this.#events.onEvent(event);
  }
}

/** The close code reported for a connection that ended without a close frame (RFC 6455, 7.1.5). */
const abnormalClosure = 1006;

function canResume(end: SocketEnd): boolean {
  if (end.kind === 'invalid_session') return end.resumable;
  return end.kind !== 'closed' || afterClose(end.code) === 'resume';
}

/** After an invalid session Discord asks for a pause of a few seconds, so this counts as one failure, whatever came before. */
function failuresAfter(end: SocketEnd, livedMs: number, failures: number): number {
  if (end.kind === 'invalid_session') return 1;
  return livedMs >= healthyAfterMs ? 0 : failures + 1;
}
