/**
 * The leases of this process's claims: renewed while it works on them. Claims given up because the store failed are released
 * once the store responds again. Any other claim expires after `leaseMs`.
 */
import type { Store } from '../ports/store.ts';

/** How long a claim holds without being renewed; it is renewed every third of this time. */
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

  /** How many processes have work, including this one. */
  get processes(): number {
    return this.#processes;
  }

  /** An idle process must not call this, so that the others divide the rate limits without it. */
  async renew(ids: readonly string[]): Promise<void> {
    const now = await this.#store.now();
    await this.#store.renew(this.#owner, ids, now + leaseMs);
    this.#processes = await this.#store.announce(this.#owner, now, now + leaseMs);
  }

  abandon(id: string): void {
    this.#abandoned.add(id);
  }

  /** Call it when this process has claimed it again. */
  take(id: string): void {
    this.#abandoned.delete(id);
  }

  /** Lets any process continue the abandoned work now instead of when its claims expire. */
  async releaseAbandoned(): Promise<void> {
    for (const id of this.#abandoned) {
      await this.#store.release(this.#owner, id);
      this.#abandoned.delete(id);
    }
  }
}
