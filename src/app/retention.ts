/**
 * Removes words and ids that were kept for RETENTION_DAYS, once a day. An upgrade to the first version that does so warns a day
 * before it begins. What is removed: store/bot/retention/removal. What the documentation service deletes: docs-server/retention.
 */
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { StoreError } from '../core/model/errors.ts';
import type { OwnStore } from '../store/bot/store.ts';

export interface RetentionOptions {
  readonly store: Pick<OwnStore, 'planRetention' | 'removeExpired'>;
  /** undefined: everything is kept. */
  readonly days: number | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

const dayMs = 24 * 3_600_000;
const retryMs = 3_600_000;

/** Resolves after the signal, and never fails. */
export async function runRetention(options: RetentionOptions, signal: AbortSignal): Promise<void> {
  const { days, clock, logger } = options;
  if (days === undefined) return;
  while (!signal.aborted) {
    try {
      await clock.wait(await sweep(options, days, signal), signal);
    } catch (error) {
      logger[error instanceof StoreError ? 'warn' : 'error']({ err: error }, 'retention failed');
      await clock.wait(retryMs, signal);
    }
  }
}

/** Returns how long to wait for the next one. */
async function sweep({ store, clock, logger }: RetentionOptions, days: number, signal: AbortSignal): Promise<number> {
  const now = clock.now();
  const firstAt = now + dayMs;
  const { beginsAt, hasExpired } = await store.planRetention(firstAt, firstAt - days * dayMs);
  if (beginsAt > now) {
    const facts = { days, beginsAt: new Date(beginsAt).toISOString() };
    if (hasExpired) logger.warn(facts, 'words and ids older than RETENTION_DAYS will be removed');
    return beginsAt - now;
  }
  const removed = await store.removeExpired({ before: now - days * dayMs, now, signal });
  if (removed.turns + removed.deployments > 0) logger.info({ ...removed }, 'words and ids removed');
  return dayMs;
}
