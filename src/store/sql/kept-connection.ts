/**
 * One Postgres connection that is opened again whenever it breaks, for what belongs to a session: LISTEN and advisory
 * locks.
 */
import type pg from 'pg';
import { type Clock, systemClock } from '../../base/clock.ts';

/** The pause before a broken connection is opened again. */
const reconnectMs = 250;
/** How often the connection is checked: hardly anything else is sent on it, so its death would go unnoticed. */
const checkMs = 60_000;

/** Sets up a connection; called again at each check, when it must change nothing. */
export type Prepare = (client: pg.PoolClient, isNew: boolean) => Promise<void>;

export class KeptConnection {
  readonly #pool: pg.Pool;
  readonly #prepare: readonly Prepare[];
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;
  readonly #firstTry = Promise.withResolvers<void>();
  #isOpen = false;

  constructor(pool: pg.Pool, prepare: readonly Prepare[], clock: Clock = systemClock) {
    this.#pool = pool;
    this.#prepare = prepare;
    this.#clock = clock;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** From the first call on it is kept open. Resolves when it was opened, or could not be. */
  open(): Promise<void> {
    this.#running ??= this.#keepOpen();
    return this.#firstTry.promise;
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
      } catch {
        // The database is down, which every other use of it reports.
      }
      this.#firstTry.resolve();
      await this.#clock.wait(reconnectMs, closing);
    }
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
        this.#firstTry.resolve();
        await this.#clock.wait(checkMs, over);
      }
    } finally {
      this.#isOpen = false;
      client.release(true);
    }
  }
}
