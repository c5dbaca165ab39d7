/** Retries of what fails because the store or Discord is away. */
import type { Clock } from '../../../../base/clock.ts';
import type { Logger } from '../../../../base/logger.ts';
import { isPassing, PlatformError, StoreError } from '../../../../core/model/errors.ts';

export interface RetryOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborts when nothing more should be tried. */
  readonly signal: AbortSignal;
}

/** The pause after each failed attempt; together some minutes. */
const retryWaitsMs = [1_000, 3_000, 10_000, 30_000, 60_000, 120_000];

/** `stopped`: the signal aborted before it succeeded. Fails with what is not transient, and with the last failure. */
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

/** Whether the same may succeed later. */
export function isTransient(error: unknown): boolean {
  return error instanceof StoreError || isPassing(error);
}
