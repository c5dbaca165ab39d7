/**
 * Trying again while the store or Discord is away. In: an act. Out: whether it was done. Effects: the act's, and the clock.
 */
import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/logger.ts';
import { PlatformError, StoreError } from '../../../core/model/errors.ts';

export interface Patience {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborts when no more is to be tried. */
  readonly signal: AbortSignal;
}

/** How long each try waits for the next one. */
const retryWaitsMs = [1_000, 3_000, 10_000, 30_000, 60_000, 120_000];

/** `stopped`: the signal aborted before it was done. Fails with what will not pass, or did not pass in some minutes. */
export async function patiently(
  { clock, logger, signal }: Patience,
  act: () => Promise<void>,
): Promise<'done' | 'stopped'> {
  for (const retryMs of retryWaitsMs) {
    try {
      await act();
      return 'done';
    } catch (error) {
      if (!isPassing(error)) throw error;
      const toldMs = error instanceof PlatformError ? (error.waitMs ?? 0) : 0;
      const waitMs = Math.max(retryMs, toldMs);
      logger.warn({ err: error, waitMs }, 'a message waits to be taken');
      await clock.wait(waitMs, signal);
    }
    if (signal.aborted) return 'stopped';
  }
  await act();
  return 'done';
}

/** Whether the same may succeed later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof StoreError) return true;
  return error instanceof PlatformError && (error.code === 'unavailable' || error.code === 'rate_limited');
}
