/**
 * Repeats an action whose failure may pass. Failures are errors here: what polls a state, repeats on a schedule or shows
 * something meanwhile has a loop of its own.
 */
import type { Clock } from './clock.ts';

/** An error that may say how long to wait (Retry-After). */
type Failure = Error & { readonly waitMs?: number | undefined };

export interface RetryOptions<E extends Failure> {
  readonly clock: Clock;
  /** Whether the next attempt may succeed. */
  mayPass(error: unknown): error is E;
  /** The wait after this many failures in a row, unless the error itself says how long. */
  pauseMs(failures: number): number;
  /** Default: no limit. */
  readonly maxAttempts?: number;
  /** A failure that asks for a longer wait is final. Default: no limit. */
  readonly maxWaitMs?: number;
  /** Milliseconds since 1970: no wait goes beyond it. Default: no deadline. */
  readonly until?: number;
  /** Ends the wait; nothing is tried after it. */
  readonly signal?: AbortSignal;
  /** Called before each wait, for instance to log it. */
  onWait?(error: E, waitMs: number): void;
}

/** Fails with the last error: one that does not pass, one beyond a limit, or the one after which the signal aborted. */
export async function retry<T, E extends Failure>(act: () => Promise<T>, options: RetryOptions<E>): Promise<T> {
  const { clock, maxAttempts = Infinity, maxWaitMs = Infinity, until = Infinity, signal } = options;
  for (let failures = 1; ; failures += 1) {
    try {
      return await act();
    } catch (error) {
      if (!options.mayPass(error) || failures >= maxAttempts || signal?.aborted) throw error;
      const waitMs = error.waitMs ?? options.pauseMs(failures);
      if (waitMs > maxWaitMs || clock.now() + waitMs > until) throw error;
      options.onWait?.(error, waitMs);
      await clock.wait(waitMs, signal);
      if (signal?.aborted) throw error;
    }
  }
}

/** Pauses that double from the first to the longest. */
export function doubling(firstMs: number, maxMs: number): (failures: number) => number {
  return (failures) => Math.min(maxMs, firstMs * 2 ** (failures - 1));
}
