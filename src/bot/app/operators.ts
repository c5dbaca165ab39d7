/**
 * Notifies the operators of what only they can fix, once per process, in the log and in the channels and direct messages of
 * OPERATORS. A message that cannot be sent because its platform is down is sent later.
 */
import { BoundedCache } from '../../kit/base/bounded-cache.ts';
import type { Clock } from '../../kit/base/clock.ts';
import type { Logger } from '../../kit/base/logger.ts';
import { retry } from '../../kit/base/retry.ts';
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

/** Further notices within a day are dropped: something else is wrong then. */
const maxNoticesADay = 200;
const dayMs = 24 * 3_600_000;
/** Beyond this, the oldest notice is forgotten and may be sent again. */
const maxKnown = 2_000;
const retryMs = 5_000;

interface Notified {
  readonly at: number;
  readonly isSent: Promise<boolean>;
}

export class Operators {
  readonly #options: OperatorsOptions;
  readonly #notified = new BoundedCache<string, Notified>(maxKnown);

  constructor(options: OperatorsOptions) {
    this.#options = options;
  }

  /** Resolves when all recipients were notified; with false if the process ends, nothing could be
   * sent for a day, or the daily limit is reached. Never fails. */
  tell(from: string, { id, detail }: OperatorNotice, platforms: readonly Platform[]): Promise<boolean> {
    const { recipients, clock, logger } = this.#options;
    const name = `${from} ${id}`;
    const known = this.#notified.get(name);
    if (known) return known.isSent;
    const dayAgo = clock.now() - dayMs;
    const today = [...this.#notified.values()].filter(({ at }) => at > dayAgo).length;
    if (today >= maxNoticesADay) return Promise.resolve(false);
    logger.warn({ platform: from, detail }, 'an operator must act');
    const sent = recipients.map(async (recipient) => {
      const platform = platforms.find(({ name }) => recipient.startsWith(`${name}:`));
      return !platform || this.#send(platform, recipient, detail);
    });
    const isSent = Promise.all(sent).then((results) => results.every(Boolean));
    this.#notified.set(name, { at: clock.now(), isSent });
    return isSent;
  }

  /** Returns false if the process ends first, or nothing could be sent for a day. */
  async #send(platform: Platform, recipient: string, detail: string): Promise<boolean> {
    const { clock, logger, signal } = this.#options;
    if (signal.aborted) return false;
    const tell = async (): Promise<void> => platform.notices?.tell(recipient, detail);
    let isWaiting = false;
    const onWait = (err: PlatformError): void => {
      if (!isWaiting) logger.warn({ recipient, code: err.code, err }, 'operator not notified yet');
      isWaiting = true;
    };
    const until = clock.now() + dayMs;
    try {
      await retry(tell, { clock, signal, mayPass: isPassing, pauseMs: () => retryMs, until, onWait });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (signal.aborted && isPassing(error)) return false;
      logger.warn({ recipient, code: error.code, err: error }, 'operator notification failed');
      return !isPassing(error);
    }
    return true;
  }
}
