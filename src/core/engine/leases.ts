/**
 * How long this process's claims hold: they are renewed while it works on them, and those that it gave up because the
 * store failed are released once the store answers again. Any other claim expires after `leaseMs`.
 */
import type { Store } from '../ports/store.ts';

/** A claim holds this long; it is renewed three times as often. */
export const leaseMs = 30_000;

export class Leases {
  readonly #store: Store;
  readonly #owner: string;
  /** Given up because the store failed. */
  readonly #abandoned = new Set<string>();
  #processes = 1;

  constructor(store: Store, owner: string) {
    this.#store = store;
    this.#owner = owner;
  }

  /** How many processes have work, this one included. */
  get processes(): number {
    return this.#processes;
  }

  /** Not to be called by an idle process: the others then divide the rate limits without it. */
  async renew(ids: readonly string[]): Promise<void> {
    const now = await this.#store.now();
    await this.#store.renew(this.#owner, ids, now + leaseMs);
    this.#processes = await this.#store.announce(this.#owner, now, now + leaseMs);
  }

  abandon(id: string): void {
    this.#abandoned.add(id);
  }

  /** This process claimed it again. */
  take(id: string): void {
    this.#abandoned.delete(id);
  }

  /** Anybody may go on with them at once, instead of when their claims expire. */
  async releaseAbandoned(): Promise<void> {
    for (const id of this.#abandoned) {
      await this.#store.release(this.#owner, id);
      this.#abandoned.delete(id);
    }
  }
}
