/**
 * Claims all open work, one claim after another. Calls to `wake` during a pass cause only one more pass after it, so a
 * thousand accepted questions do not cause a thousand passes.
 */
import type { Deployment, Turn } from '../model/conversation.ts';
import type { Reask } from '../model/deployment.ts';
import type { Store } from '../ports/store.ts';
import { leaseMs } from './leases.ts';

export interface ClaimLoopOptions {
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
  /** Runs a pass; handles and reports expected failures of the store. */
  guard(pass: () => Promise<void>): Promise<void>;
}

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
    const { store, owner, onTurn, onDeployment, onReask } = this.#options;
    const now = await store.now();
    const claiming = [owner, now, now + leaseMs, this.#options.platforms(), this.#options.open()] as const;
    const turn = await store.claimTurn(...claiming);
    if (turn) onTurn(turn);
    const deployment = turn ? undefined : await store.claimDeployment(...claiming);
    if (deployment) onDeployment(deployment);
    const reask = turn || deployment ? undefined : await store.claimReask(...claiming);
    if (reask) onReask(reask);
    return (turn ?? deployment ?? reask) !== undefined;
  }

  #hasRoom(): boolean {
    return this.#options.open().length < this.#options.maxOpen;
  }
}
