/**
 * Checks the assistant's address, key and domain from the start, until they have been right once. After that it checks only
 * whether the assistant answers, and only if readiness depends on it.
 */
import type { Clock } from '../../kit/base/clock.ts';
import type { Logger } from '../../kit/base/logger.ts';
import type { Health } from '../core/ports/platform.ts';
import type { AssistantCheck } from '../docs-api/assistant.ts';

const checkMs = 15_000;
/** Longer, because only the operator can fix the cause. */
const deadCheckMs = 60_000;

export interface AssistantWatchOptions {
  readonly assistant: { check(): Promise<AssistantCheck>; isThere(): Promise<boolean> };
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether readiness requires the assistant. */
  readonly isRequired: boolean;
}

export class AssistantWatch {
  readonly #options: AssistantWatchOptions;
  #health: Health = { state: 'starting' };

  constructor(options: AssistantWatchOptions) {
    this.#options = options;
  }

  /** Runs until `signal` aborts, or until nothing is left to check. */
  async run(signal: AbortSignal): Promise<void> {
    const { assistant, clock, isRequired } = this.#options;
    while (!signal.aborted && this.#health.state !== 'ready') {
      const found = await assistant.check();
      if (signal.aborted) return;
      this.#record(found);
      await clock.wait(this.#health.state === 'dead' ? deadCheckMs : checkMs, signal);
    }
    while (!signal.aborted && isRequired) {
      this.#health = (await assistant.isThere()) ? { state: 'ready' } : unreachable;
      await clock.wait(checkMs, signal);
    }
  }

  /** undefined: nothing to show. A wrong key or domain always affects readiness, an unreachable assistant only if required. */
  health(): (Health & { readonly optional?: true }) | undefined {
    if (this.#options.isRequired || this.#health.state === 'dead') return this.#health;
    return this.#health.state === 'reconnecting' ? { ...this.#health, optional: true } : undefined;
  }

  #record(found: AssistantCheck): void {
    this.#health = checked[found];
    if (found === 'ready') return;
    this.#options.logger.warn({ found, detail: this.#health.detail }, 'assistant check failed');
  }
}

const unreachable: Health = {
  state: 'reconnecting',
  detail:
    'The assistant does not answer at its address: check ASSISTANT_URL, or the url of the site in docent.yaml, and the service there.',
};

const checked: Readonly<Record<AssistantCheck, Health>> = {
  ready: { state: 'ready' },
  unreachable,
  unauthorized: {
    state: 'dead',
    detail:
      'The assistant refuses the key: check ASSISTANT_API_KEY, or the key of the site in docent.yaml, which may have expired, and that it belongs to the domain.',
  },
  not_found: {
    state: 'dead',
    detail:
      'The assistant has no such site: check ASSISTANT_DOMAIN and that ASSISTANT_URL is the address before /v1, or domain and url of the site in docent.yaml.',
  },
};
