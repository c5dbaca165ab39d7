/**
 * One Postgres connection that is reopened whenever it breaks, for features that are bound to a session: LISTEN and
 * advisory locks.
 */
import type pg from 'pg';
import { type Clock, systemClock } from '../base/clock.ts';
import { type Logger, silentLogger } from '../base/logger.ts';

/** The pause before a broken connection is reopened. */
const reconnectMs = 250;
/** How often the connection is checked: almost nothing else is sent on it, so a dead one would go unnoticed. */
const checkMs = 60_000;

/** Sets up a connection. Called again on each check, so it must be idempotent. */
export type Prepare = (client: pg.PoolClient, isNew: boolean) => Promise<void>;

export class KeptConnection {
  readonly #pool: pg.Pool;
  readonly #prepare: readonly Prepare[];
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;
  readonly #firstAttempt = Promise.withResolvers<void>();
  #isOpen = false;
  #isLogged = false;

  constructor(pool: pg.Pool, prepare: readonly Prepare[], clock: Clock = systemClock, logger: Logger = silentLogger) {
    this.#pool = pool;
    this.#prepare = prepare;
    this.#logger = logger;
    this.#clock = clock;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Opens the connection and keeps it open. Resolves after the first attempt, whether or not it succeeded. */
  open(): Promise<void> {
    this.#running ??= this.#keepOpen();
    return this.#firstAttempt.promise;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #keepOpen(): Promise<void> {
    const closing = this.#closing.signal;
    while (!closing.aborted) {
      try {
        await this.#holdUntilBroken();
      } catch (error) {
        this.#noteFailure(error);
      }
      this.#firstAttempt.resolve();
      await this.#clock.wait(reconnectMs, closing);
    }
  }

  /** Once until it is open again: the database may be down, or allow no such connection, for any length of time. */
  #noteFailure(error: unknown): void {
    if (!this.#isLogged) this.#logger.warn({ err: error }, 'database session not opened');
    this.#isLogged = true;
  }

  async #holdUntilBroken(): Promise<void> {
    const client = await this.#pool.connect();
    const broken = new AbortController();
    const over = AbortSignal.any([broken.signal, this.#closing.signal]);
    try {
      client.once('end', () => broken.abort());
      for (let isNew = true; !over.aborted; isNew = false) {
        for (const prepare of this.#prepare) await prepare(client, isNew);
        this.#isOpen = true;
        this.#isLogged = false;
        this.#firstAttempt.resolve();
        await this.#clock.wait(checkMs, over);
      }
    } finally {
      this.#isOpen = false;
      client.release(true);
    }
  }
}
