/**
 * Works on a claim: answers a turn, follows a deployment, or asks questions again. Releases the claim if another process
 * should continue.
 */
import type { RootLogger } from '../../../kit/base/logger.ts';
import { ClaimLostError } from '../../../kit/sql/store-errors.ts';
import { follow } from '../deployments/follow.ts';
import type { DeployRules } from '../deployments/projects.ts';
import { reask } from '../deployments/reask.ts';
import type { WatchBudget } from '../manners/limits.ts';
import type { Deployment, Turn } from '../model/conversation.ts';
import type { Reask } from '../model/deployment.ts';
import type { Platform } from '../ports/platform.ts';
import { answer, type TurnOptions } from './turn/turn.ts';

export interface ClaimedWorkOptions extends Omit<TurnOptions, 'platform' | 'logger'> {
  readonly logger: RootLogger;
  readonly deploy: DeployRules;
  /** The name of this process in its claims. */
  readonly owner: string;
  readonly watchBudget: WatchBudget;
  /** Aborts when the process is shutting down: deployments are then handed over. */
  readonly draining: AbortSignal;
}

/** All three fail with StoreError or ClaimLostError. */
export class ClaimedWork {
  readonly #options: ClaimedWorkOptions;

  constructor(options: ClaimedWorkOptions) {
    this.#options = options;
  }

  async answer(turn: Turn, platform: Platform): Promise<void> {
    const { store, owner, metrics } = this.#options;
    const { thread } = turn.conversation;
    const logger = this.#logger({ platform: thread.platform, conversation: turn.conversation.id, turn: turn.id });
    if (turn.attempt > 1) metrics.count('takeovers', { platform: thread.platform });
    const outcome = await answer(turn, { ...this.#options, platform, logger }).catch(async (error: unknown) => {
      // The question was asked again, but the signal was lost: release the void claim so that it does not delay the new try.
      if (error instanceof ClaimLostError) await store.release(owner, turn.id);
      throw error;
    });
    if (outcome === 'interrupted' || outcome === 'restarted') await store.release(owner, turn.id);
    // After an outage the claim is left to expire; the platform may be back when the turn is claimed again.
  }

  async follow(deployment: Deployment, platform: Platform): Promise<void> {
    const { deploy: rules, draining: handover } = this.#options;
    const logger = this.#logger({ platform: platform.name, deployment: deployment.id });
    await follow(deployment, { ...this.#options, platform, logger, rules, handover });
    await this.#handOver(deployment.id);
  }

  async reask(claimed: Reask, platform: Platform): Promise<void> {
    const { deploy: rules, draining: signal } = this.#options;
    const logger = this.#logger({ platform: platform.name, deployment: claimed.deployment.id });
    await reask(claimed, { ...this.#options, platform, logger, rules, signal });
    await this.#handOver(claimed.id);
  }

  async #handOver(id: string): Promise<void> {
    const { draining, store, owner } = this.#options;
    if (draining.aborted) await store.release(owner, id);
  }

  #logger(fields: Parameters<RootLogger['child']>[0]): RootLogger {
    return this.#options.logger.child(fields);
  }
}
