/**
 * Keeps two Socket Mode connections open, so that one can end without a gap. A single loop opens them one at a time.
 *
 * Slack sends each envelope over only one of the connections. Every few hours it ends a connection, with a warning some
 * seconds before; we open the replacement first and then close the old one. When two were opened at about the same time,
 * the younger is replaced after some minutes, so that Slack does not end both together.
 */
import type { Clock } from '../../../../kit/base/clock.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Health } from '../../../core/ports/platform.ts';
import { isTokenRefused, refusalOf } from '../errors.ts';
import type { Socket } from './socket.ts';
import { deadAfterMs } from './token-check.ts';

/** How many connections to keep open; Slack allows ten. Source: docs.slack.dev apis/events-api/using-socket-mode, 2026-11-21. */
const wantedConnections = 2;
/** Slack answers our pings every few seconds; a connection silent for this long is dead, whatever its state says. */
const maxSilenceMs = 20_000;
/** How long a connection counts as working after Slack's warning, which comes about ten seconds ahead. */
const warnedForMs = 8_000;
/** The minimum difference in age between the two connections. */
const staggerMs = 5 * 60_000;
/** Reasons of routine renewals. Any other reason means that Slack may not accept a new connection either. */
const routine: ReadonlySet<string> = new Set(['warning', 'refresh_requested', 'lost', 'stagger']);

/** Slack's disconnect reasons that an operator can act on. */
const troubles: Readonly<Record<string, string>> = {
  link_disabled: 'Socket Mode is switched off for the Slack app; switch it on (api.slack.com/apps > Socket Mode).',
  too_many_websockets:
    'The Slack app already has ten open connections, Slack’s maximum; stop other processes that use its token.',
};

export const appTokenAdvice =
  'Slack rejects SLACK_APP_TOKEN; generate an app-level token with the scope connections:write (api.slack.com/apps > Basic Information > App-Level Tokens).';

export interface SocketPoolOptions {
  /** Resolves on hello. Fails with PlatformError. */
  open(signal: AbortSignal): Promise<Socket>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called on reconnecting after no connection was open since then (milliseconds since 1970). */
  onGap(since: number): void;
}

interface Connection {
  readonly socket: Socket;
  readonly openedAt: number;
  /** Set when the connection is to be replaced. */
  warnedAt?: number;
}

export class SocketPool {
  readonly #options: SocketPoolOptions;
  readonly #budget: OpenBudget;
  readonly #connections = new Set<Connection>();
  readonly #closing = new Set<Promise<void>>();
  #stopping = new AbortController();
  #changed = Promise.withResolvers<void>();
  #loop = Promise.resolve();
  #isStarted = false;
  #failures = 0;
  #retryAt = 0;
  #failedAt = 0;
  #random = 0;
  #isRefused = false;
  #refusedSince: number | undefined;
  #trouble: string | undefined;
  #lastSignAt = 0;

  constructor(options: SocketPoolOptions) {
    this.#options = options;
    this.#budget = createOpenBudget(options.clock);
  }

  /** Resolves when the first connection is open; the second follows. Fails with PlatformError. */
  async start(): Promise<void> {
    this.#stopping = new AbortController();
    await this.#open();
    this.#isStarted = true;
    this.#loop = this.#maintain();
  }

  /** Resolves when all received events are acknowledged and every connection is closed. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#changed.resolve();
    this.#isStarted = false;
    await this.#closeAll();
    await this.#loop;
    await this.#closeAll();
  }

  health(): Health {
    const now = this.#options.clock.now();
    if ([...this.#connections].some(({ socket }) => now - socket.lastSignAt() < maxSilenceMs))
      return { state: 'ready' };
    if (!this.#isStarted) return { state: 'starting' };
    if (this.#refusedSince !== undefined) {
      const isDead = now - this.#refusedSince >= deadAfterMs;
      return { state: isDead ? 'dead' : 'reconnecting', detail: appTokenAdvice };
    }
    return {
      state: 'reconnecting',
      detail: this.#trouble ?? 'The connection to Slack was lost; reconnecting.',
    };
  }

  /** Milliseconds since the last sign of life on any connection; undefined before the first. */
  silentMs(): number | undefined {
    const at = this.#newestSign();
    return at === 0 ? undefined : this.#options.clock.now() - at;
  }

  async #maintain(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const waitMs = this.#nextOpenInMs();
      if (waitMs === 0) await this.#tryToOpen();
      else await this.#waitForChange(waitMs);
    }
  }

  /** Milliseconds until the next connection should be opened, if nothing changes. */
  #nextOpenInMs(): number {
    const now = this.#options.clock.now();
    const lasting = this.#lasting();
    if (lasting.length >= wantedConnections) {
      const [first = 0, second = 0] = lasting.map(({ openedAt }) => openedAt);
      return second - first >= staggerMs ? Number.POSITIVE_INFINITY : Math.max(1, second + staggerMs - now);
    }
    const isCovered = this.#isCovered();
    const attempts = { failures: this.#failures, isRefused: this.#isRefused, random: this.#random, isCovered };
    const at = Math.max(this.#failedAt + pauseMs(attempts), this.#retryAt);
    return Math.max(0, at - now, this.#budget.waitMs(isCovered));
  }

  async #waitForChange(waitMs: number): Promise<void> {
    const { clock } = this.#options;
    this.#changed = Promise.withResolvers();
    const over = new AbortController();
    const until = clock.now() + waitMs;
    await Promise.race([
      clock.wait(waitMs, AbortSignal.any([over.signal, this.#stopping.signal])),
      this.#changed.promise,
    ]);
    over.abort();
    const [, younger] = this.#lasting();
    if (younger && clock.now() >= until) this.#ended(younger, 'stagger');
  }

  async #tryToOpen(): Promise<void> {
    const { clock, logger } = this.#options;
    try {
      await this.#open();
      const [oldest] = [...this.#connections].filter(({ warnedAt }) => warnedAt !== undefined);
      if (oldest) void this.#close(oldest);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#failed();
      if (error instanceof PlatformError && error.waitMs !== undefined) this.#retryAt = clock.now() + error.waitMs;
      this.#isRefused = isTokenRefused(error);
      if (this.#isRefused) this.#refusedSince ??= clock.now();
      logger.warn({ err: error, refusal: refusalOf(error), failures: this.#failures }, 'Slack connection failed');
    }
  }

  async #open(): Promise<void> {
    const { clock, open, onGap } = this.#options;
    const socket = await open(this.#stopping.signal);
    const since = this.#isCovered() ? 0 : this.#newestSign();
    const connection: Connection = { socket, openedAt: clock.now() };
    this.#connections.add(connection);
    this.#budget.spend();
    this.#failures = 0;
    this.#retryAt = 0;
    this.#isRefused = false;
    this.#refusedSince = undefined;
    this.#trouble = undefined;
    void socket.ended.then((reason) => this.#ended(connection, reason));
    if (since > 0) onGap(since);
  }

  #ended(connection: Connection, reason: string): void {
    if (this.#stopping.signal.aborted || !this.#connections.has(connection)) return;
    this.#options.logger.info({ reason }, 'Slack connection ending');
    this.#trouble = troubles[reason];
    if (!routine.has(reason)) this.#failed(quickTries);
    if (reason === 'lost') void this.#close(connection);
    else connection.warnedAt = this.#options.clock.now();
    this.#changed.resolve();
  }

  #failed(minFailures = 0): void {
    this.#failures = Math.max(this.#failures, minFailures) + 1;
    this.#failedAt = this.#options.clock.now();
    this.#random = Math.random();
  }

  /** Connections that are not being replaced, oldest first. */
  #lasting(): readonly Connection[] {
    return [...this.#connections].filter(({ warnedAt }) => warnedAt === undefined);
  }

  /** Whether some connection is delivering events. */
  #isCovered(): boolean {
    const now = this.#options.clock.now();
    return [...this.#connections].some(({ warnedAt }) => warnedAt === undefined || now - warnedAt < warnedForMs);
  }

  #newestSign(): number {
    this.#lastSignAt = Math.max(this.#lastSignAt, ...[...this.#connections].map(({ socket }) => socket.lastSignAt()));
    return this.#lastSignAt;
  }

  /** The connection accepts no more envelopes; those already accepted are acknowledged before it closes. */
  #close(connection: Connection): Promise<void> {
    this.#newestSign();
    this.#connections.delete(connection);
    const closed = connection.socket.close().finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
    return closed;
  }

  async #closeAll(): Promise<void> {
    for (const connection of this.#connections) void this.#close(connection);
    await Promise.all(this.#closing);
  }
}

/** Attempts in quick succession while no other connection is open: many interruptions last only milliseconds. */
export const quickTries = 5;
const quickPauseMs = 250;
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** Pauses after a rejected token, which only an operator can fix. */
const refusedPausesMs = [1_000, 5_000, 30_000];
const longestRefusedPauseMs = 60_000;

export interface Attempts {
  /** Failed attempts since the last hello. */
  readonly failures: number;
  /** Whether another connection is delivering events. */
  readonly isCovered: boolean;
  /** Whether Slack rejected the app token at the last attempt. */
  readonly isRefused: boolean;
  /** From 0 to 1; spreads the attempts of many processes. */
  readonly random: number;
}

/** Milliseconds between the last attempt and the next. */
export function pauseMs({ failures, isCovered, isRefused, random }: Attempts): number {
  if (failures === 0) return 0;
  if (isRefused) return refusedPausesMs[failures - 1] ?? longestRefusedPauseMs;
  if (!isCovered && failures <= quickTries) return quickPauseMs * (0.5 + random / 2);
  const doublings = failures - 1 - (isCovered ? 0 : quickTries);
  return Math.min(longestPauseMs, firstPauseMs * 2 ** doublings) * (0.75 + random / 2);
}

/**
 * A connection that worked and was then cut is reopened immediately, but only this often: Slack allows 50 calls of
 * apps.connections.open a minute (tier 3). Source: docs.slack.dev apis/web-api/rate-limits, 2026-11-21.
 */
const maxOpens = 12;
const openEveryMs = 10_000;
/** Reserved for when no connection is open. */
const reservedOpens = 4;

export interface OpenBudget {
  /** Milliseconds until another connection may be opened. */
  waitMs(isCovered: boolean): number;
  /** Records that a connection was opened. */
  spend(): void;
}

export function createOpenBudget(clock: Clock): OpenBudget {
  let left = maxOpens;
  let at = clock.now();
  return {
    waitMs(isCovered) {
      refill();
      return Math.max(0, 1 + (isCovered ? reservedOpens : 0) - left) * openEveryMs;
    },
    spend() {
      refill();
      left = Math.max(0, left - 1);
    },
  };

  function refill(): void {
    const now = clock.now();
    left = Math.min(maxOpens, left + Math.max(0, now - at) / openEveryMs);
    at = now;
  }
}
