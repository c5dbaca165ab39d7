/**
 * Runs once a day: text and ids are removed after RETENTION_DAYS, and what was overwritten leaves SQLite's log.
 * bot/store/retention defines what is removed; service/service is the counterpart in the documentation service.
 */
import type { Clock } from '../../kit/base/clock.ts';
import type { Logger } from '../../kit/base/logger.ts';
import { StoreError } from '../../kit/sql/store-errors.ts';
import type { OwnStore } from '../store/store.ts';

export interface RetentionOptions {
  readonly store: Pick<OwnStore, 'removeExpired' | 'emptyLog'>;
  /** undefined: text is kept. */
  readonly days: number | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

const dayMs = 24 * 3_600_000;
const retryMs = 3_600_000;

/** Resolves after the signal aborts; never fails. */
export async function runRetention(options: RetentionOptions, signal: AbortSignal): Promise<void> {
  const { clock, logger } = options;
  while (!signal.aborted) {
    try {
      await sweep(options, signal);
      await clock.wait(dayMs, signal);
    } catch (error) {
      logger[error instanceof StoreError ? 'warn' : 'error']({ err: error }, 'retention failed');
      await clock.wait(retryMs, signal);
    }
  }
}

async function sweep({ store, days, clock, logger }: RetentionOptions, signal: AbortSignal): Promise<void> {
  const now = clock.now();
  if (days !== undefined) {
    const removed = await store.removeExpired({ before: now - days * dayMs, now, signal });
    if (removed.turns + removed.deployments > 0) logger.info({ ...removed }, 'text and ids removed');
  }
  await store.emptyLog();
}
