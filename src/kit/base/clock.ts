/**
 * The current time, waits and deadlines. Instants are milliseconds since 1970, durations milliseconds. The core reads the
 * system time nowhere else; tests use a clock that they move by hand.
 */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `waitMs`, or as soon as `signal` aborts. Never rejects: the caller checks the signal. */
  wait(waitMs: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait(waitMs, signal) {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      // The time may already have passed when the wait begins; timers take at most 24 days.
      const timer = setTimeout(done, Math.min(Math.max(0, waitMs), 2 ** 31 - 1));
      signal?.addEventListener('abort', done, { once: true });
      function done(): void {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      }
    });
  },
};

/**
 * Ends a wait. A bare `abort()` builds a DOMException with a stack trace each time, which costs several times as much as
 * the wait, and nothing reads the reason.
 */
export function endWait(controller: AbortController): void {
  controller.abort(endOfWait);
}

const endOfWait = 'the wait is over';

/** Resolves when the signal aborts, or immediately if it already has. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** The value of a promise, or `late` at the deadline. The promise keeps running; the caller handles its later failure. */
export async function within<T>(promise: Promise<T>, limitMs: number, clock: Clock): Promise<T | 'late'> {
  const timer = new AbortController();
  const limit = clock.wait(limitMs, timer.signal).then(() => 'late' as const);
  try {
    return await Promise.race([promise, limit]);
  } finally {
    endWait(timer);
  }
}
