/**
 * Tells the operators what only they can fix: each thing once in the life of the process, in the log and to the channels and
 * people of OPERATORS. A message that cannot be sent now, because its platform is down, is sent later.
 */
import { BoundedCache } from '../base/bounded-cache.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { isPassing, PlatformError } from '../core/model/errors.ts';
import type { OperatorNotice } from '../core/ports/handlers.ts';
import type { Platform } from '../core/ports/platform.ts';

export interface OperatorsOptions {
  /** `slack:C…`, `slack:U…`, `discord:…`. */
  readonly recipients: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** More notices than this within a day are dropped: something else is wrong then. */
const maxNoticesADay = 200;
const dayMs = 24 * 3_600_000;
/** The oldest notice is dropped, and may be sent again. */
const maxKnown = 2_000;
const retryMs = 5_000;

export class Operators {
  readonly #options: OperatorsOptions;
  /** When each was sent. */
  readonly #told = new BoundedCache<string, number>(maxKnown);

  constructor(options: OperatorsOptions) {
    this.#options = options;
  }

  /** Never fails. */
  tell(from: string, { id, detail }: OperatorNotice, platforms: readonly Platform[]): void {
    const { recipients, clock, logger } = this.#options;
    const name = `${from} ${id}`;
    if (this.#told.has(name)) return;
    const dayAgo = clock.now() - dayMs;
    const toldToday = [...this.#told.values()].filter((at) => at > dayAgo).length;
    if (toldToday >= maxNoticesADay) return;
    this.#told.set(name, clock.now());
    logger.warn({ platform: from, detail }, 'an operator must act');
    for (const recipient of recipients) {
      const platform = platforms.find((each) => recipient.startsWith(`${each.name}:`));
      if (platform) void this.#say(platform, recipient, detail);
    }
  }

  async #say(platform: Platform, recipient: string, detail: string): Promise<void> {
    const { clock, logger, signal } = this.#options;
    while (!signal.aborted) {
      try {
        return await platform.tell?.(recipient, detail);
      } catch (error) {
        if (!isPassing(error)) {
          if (!(error instanceof PlatformError)) throw error;
          return logger.warn({ recipient, code: error.code, err: error }, 'operators cannot be notified there');
        }
        await clock.wait(error.waitMs ?? retryMs, signal);
      }
    }
  }
}
