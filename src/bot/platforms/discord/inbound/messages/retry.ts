/** Retries work that failed because the store or Discord is unavailable. */
import type { Clock } from '../../../../../kit/base/clock.ts';
import type { Logger } from '../../../../../kit/base/logger.ts';
import { StoreError } from '../../../../../kit/sql/store-errors.ts';
import { isPassing, PlatformError } from '../../../../core/model/errors.ts';

export interface RetryOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborts when retries should stop. */
  readonly signal: AbortSignal;
}

/** The pause after each failed attempt; a few minutes in total. */
const retryWaitsMs = [1_000, 3_000, 10_000, 30_000, 60_000, 120_000];

/** `stopped`: the signal aborted first. Fails with the first error that is not transient, or with the last one. */
export async function withRetries(
  { clock, logger, signal }: RetryOptions,
  act: () => Promise<void>,
): Promise<'done' | 'stopped'> {
  for (const retryMs of retryWaitsMs) {
    try {
      await act();
      return 'done';
    } catch (error) {
      if (!isTransient(error)) throw error;
      const reportedMs = error instanceof PlatformError ? (error.waitMs ?? 0) : 0;
      const waitMs = Math.max(retryMs, reportedMs);
      logger.warn({ err: error, waitMs }, 'message not handled yet, retrying');
      await clock.wait(waitMs, signal);
    }
    if (signal.aborted) return 'stopped';
  }
  await act();
  return 'done';
}

/** Whether a retry may succeed. */
export function isTransient(error: unknown): boolean {
  return error instanceof StoreError || isPassing(error);
}
