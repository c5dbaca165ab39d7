/**
 * The sandbox's time, so that tests can bring a clock that moves by hand. In: durations in milliseconds. Out: instants.
 * The same shape as every other clock of Docent, stated here because the sandbox imports no other part.
 */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `waitMs`, or at once when `signal` aborts; it never rejects. */
  wait(waitMs: number, signal?: AbortSignal): Promise<void>;
}

export const realClock: Clock = {
  now: () => Date.now(),
  wait(waitMs, signal) {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(done, waitMs);
      signal?.addEventListener('abort', done, { once: true });
      function done(): void {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      }
    });
  },
};
