/**
 * How this process claims open work, keeps its claims while it works on them, and gives them up when the store fails. Given-up
 * claims are released once the store responds again; any other claim expires after `leaseMs`.
 */
import { ClaimLostError, StoreError } from '../../../kit/sql/store-errors.ts';
import type { Deployment, Turn } from '../model/conversation.ts';
import type { Reask } from '../model/deployment.ts';
import type { OldButtons, Store } from '../ports/store.ts';
import type { Runtime } from '../runtime.ts';

interface ClaimLoopOptions {
  readonly store: Store;
  readonly owner: string;
  /** Names of the platforms that are up. Turns on other platforms are left to processes where those are up. */
  platforms(): readonly string[];
  /** Ids that this process is already working on. */
  open(): readonly string[];
  readonly maxOpen: number;
  /** Runs before each pass, and ends it by failing. */
  before(): Promise<void>;
  onTurn(turn: Turn): void;
  onDeployment(deployment: Deployment): void;
  onReask(reask: Reask): void;
  onOldButtons(old: OldButtons): void;
  /** Runs a pass; handles and reports expected failures of the store. */
  guard(pass: () => Promise<void>): Promise<void>;
}

/**
 * Claims all open work, one claim after another. Calls to `wake` during a pass cause only one more pass after it, so a
 * thousand accepted questions do not cause a thousand passes.
 */
export class ClaimLoop {
  readonly #options: ClaimLoopOptions;
  #running: Promise<void> | undefined;
  #runAgain = false;
  #isStopped = false;

  constructor(options: ClaimLoopOptions) {
    this.#options = options;
  }

  /** Starts a pass, or requests one after the current pass: there may be open work. */
  wake(): void {
    if (this.#isStopped) return;
    this.#runAgain = true;
    this.#running ??= this.#options
      .guard(() => this.#claimAll())
      .finally(() => {
        this.#running = undefined;
        if (this.#runAgain && this.#hasRoom()) this.wake();
      });
  }

  /** Stops claiming. Resolves when no claim is in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  /** After a failure of the store, the next pass starts with the next call, not immediately. */
  async #claimAll(): Promise<void> {
    while (this.#runAgain) {
      this.#runAgain = false;
      await this.#options.before();
      while (await this.#claimOne()) this.#runAgain = true;
    }
  }

  /** Returns whether there was anything to claim. */
  async #claimOne(): Promise<boolean> {
    if (this.#isStopped || !this.#hasRoom()) return false;
    const { store, owner, onTurn, onDeployment, onReask, onOldButtons } = this.#options;
    const now = await store.now();
    const claiming = [owner, now, now + leaseMs, this.#options.platforms(), this.#options.open()] as const;
    const turn = await store.claimTurn(...claiming);
    if (turn) onTurn(turn);
    const deployment = turn ? undefined : await store.claimDeployment(...claiming);
    if (deployment) onDeployment(deployment);
    const reask = turn || deployment ? undefined : await store.claimReask(...claiming);
    if (reask) onReask(reask);
    const old = turn || deployment || reask ? undefined : await store.claimOldButtons(...claiming);
    if (old) onOldButtons(old);
    return (turn ?? deployment ?? reask ?? old) !== undefined;
  }

  #hasRoom(): boolean {
    return this.#options.open().length < this.#options.maxOpen;
  }
}

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
    this.#processes = await this.#store.renew(this.#owner, ids, now, now + leaseMs);
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

/** Runs an operation and never fails: only the operation that used the store ends. `id`: the turn or deployment that it works on. */
export type StoreGuard = (act: () => Promise<void>, id?: string) => Promise<void>;

/** `onAbandoned`: called when the store failed during the work on this id, so that its claim still holds. */
export function createStoreGuard(
  { logger, metrics }: Pick<Runtime, 'logger' | 'metrics'>,
  onAbandoned: (id: string) => void,
): StoreGuard {
  return async (act, id) => {
    try {
      await act();
    } catch (error) {
      if (error instanceof ClaimLostError) {
        metrics.count('claims_lost');
        logger.warn({ id }, 'claim lost to another process');
        return;
      }
      if (id !== undefined) onAbandoned(id);
      metrics.count('store_failures');
      const isExpected = error instanceof StoreError;
      const fields = { err: error, ...(id && { id }) };
      logger[isExpected ? 'warn' : 'error'](fields, isExpected ? 'store failed' : 'unexpected error');
    }
  };
}
