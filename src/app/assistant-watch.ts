/**
 * Checks the assistant's address, key and domain before anybody asks, until they were found right once; afterwards only
 * whether it is there, and only where readiness depends on it.
 */
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { Health } from '../core/ports/platform.ts';
import type { AssistantCheck } from '../docs-api/assistant.ts';

const lookMs = 15_000;
/** What the operator must fix is looked at less often. */
const deadLookMs = 60_000;

export interface AssistantWatchOptions {
  readonly assistant: { check(): Promise<AssistantCheck>; isThere(): Promise<boolean> };
  readonly clock: Clock;
  readonly logger: Logger;
  /** The process is not ready while the assistant is not. */
  readonly isRequired: boolean;
}

export class AssistantWatch {
  readonly #options: AssistantWatchOptions;
  #health: Health = { state: 'starting' };

  constructor(options: AssistantWatchOptions) {
    this.#options = options;
  }

  /** Runs until `signal` aborts, or until there is nothing left to look at. */
  async run(signal: AbortSignal): Promise<void> {
    const { assistant, clock, isRequired } = this.#options;
    while (!signal.aborted && this.#health.state !== 'ready') {
      const found = await assistant.check();
      if (signal.aborted) return;
      this.#learn(found);
      await clock.wait(this.#health.state === 'dead' ? deadLookMs : lookMs, signal);
    }
    while (!signal.aborted && isRequired) {
      this.#health = (await assistant.isThere()) ? { state: 'ready' } : unreachable;
      await clock.wait(lookMs, signal);
    }
  }

  /** undefined: not worth showing. A wrong key or domain always counts; one that is away counts where it is required. */
  health(): (Health & { readonly optional?: true }) | undefined {
    if (this.#options.isRequired || this.#health.state === 'dead') return this.#health;
    return this.#health.state === 'reconnecting' ? { ...this.#health, optional: true } : undefined;
  }

  #learn(found: AssistantCheck): void {
    this.#health = checked[found];
    if (found === 'ready') return;
    this.#options.logger.warn({ found, detail: this.#health.detail }, 'assistant check failed');
  }
}

const unreachable: Health = {
  state: 'reconnecting',
  detail:
    'Nobody answers at the address of the assistant; check ASSISTANT_URL, or the url of the site in docent.yaml, and the service there.',
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
      'The assistant knows no such site: check ASSISTANT_DOMAIN and that ASSISTANT_URL is the address before /v1, or domain and url of the site in docent.yaml.',
  },
};
