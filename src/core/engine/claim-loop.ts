/**
 * Claims whatever is open, one claim after another until there is none left. Calls that come meanwhile cause one more look
 * after it, so a thousand accepted questions cost no thousand loops.
 */
import type { Deployment, Turn } from '../model/conversation.ts';
import type { Reask } from '../model/deployment.ts';
import type { Store } from '../ports/store.ts';
import { leaseMs } from './leases.ts';

export interface ClaimLoopOptions {
  readonly store: Store;
  readonly owner: string;
  /** Names of the platforms that are up: turns of the others are left to a process where they are up. */
  platforms(): readonly string[];
  /** Ids that this process works on already. */
  open(): readonly string[];
  readonly maxOpen: number;
  /** Before each look. A failure ends the look. */
  before(): Promise<void>;
  onTurn(turn: Turn): void;
  onDeployment(deployment: Deployment): void;
  onReask(reask: Reask): void;
  /** Runs a look; expected failures of the store end it and are reported there. */
  guard(look: () => Promise<void>): Promise<void>;
}

export class ClaimLoop {
  readonly #options: ClaimLoopOptions;
  #running: Promise<void> | undefined;
  #lookAgain = false;
  #isStopped = false;

  constructor(options: ClaimLoopOptions) {
    this.#options = options;
  }

  /** Claims again: something may be open. */
  look(): void {
    if (this.#isStopped) return;
    this.#lookAgain = true;
    this.#running ??= this.#options
      .guard(() => this.#claimAll())
      .finally(() => {
        this.#running = undefined;
        if (this.#lookAgain && this.#hasRoom()) this.look();
      });
  }

  /** Claims no more. Resolves when no claim is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  /** A store that failed is looked at again with the next call, not at once. */
  async #claimAll(): Promise<void> {
    while (this.#lookAgain) {
      this.#lookAgain = false;
      await this.#options.before();
      while (await this.#claimOne()) this.#lookAgain = true;
    }
  }

  /** Whether there was something to claim. */
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
