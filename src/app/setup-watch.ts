/**
 * Checks the set-up every hour while the bot runs, and tells the operators what has stopped working since: a scope or a right
 * that was taken away, a token that was revoked, a key that has expired. Problems at the start are in the log of the start.
 */
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { SetupCheck } from '../core/model/setup-check.ts';
import type { OperatorNotice } from '../core/ports/handlers.ts';

export interface SetupWatchOptions {
  examine(): AsyncIterable<SetupCheck>;
  tell(notice: OperatorNotice): void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Connecting at the start does not count as a change. */
const firstMs = 60_000;
const everyMs = 60 * 60_000;

export class SetupWatch {
  readonly #options: SetupWatchOptions;
  /** What was wrong at the previous check: detail by name. */
  #wrong: ReadonlyMap<string, SetupCheck> | undefined;
  #changes = 0;

  constructor(options: SetupWatchOptions) {
    this.#options = options;
  }

  /** Runs until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    for (let waitMs = firstMs; !signal.aborted; waitMs = everyMs) {
      await clock.wait(waitMs, signal);
      if (signal.aborted) return;
      try {
        await this.#look();
      } catch (error) {
        logger.error({ err: error }, 'set-up not looked at');
      }
    }
  }

  async #look(): Promise<void> {
    const before = this.#wrong;
    const wrong = new Map<string, SetupCheck>();
    for await (const check of this.#options.examine()) {
      if (check.state === 'failed' || check.state === 'warning') wrong.set(`${check.name}: ${check.detail}`, check);
    }
    this.#wrong = wrong;
    if (!before) return;
    for (const [name, check] of wrong) if (!before.has(name)) this.#tell(check);
    for (const [name, check] of before) {
      if (!wrong.has(name)) this.#options.logger.info({ check: check.name }, 'set-up works again');
    }
  }

  /** Numbered, so that what breaks a second time is reported a second time. */
  #tell({ name, detail, remedy }: SetupCheck): void {
    this.#changes += 1;
    const step = remedy === undefined ? '' : ` To mend it: ${remedy}.`;
    this.#options.tell({ id: `setup:${this.#changes}`, detail: `${name} worked an hour ago: ${detail}.${step}` });
  }
}
