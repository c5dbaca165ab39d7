/**
 * Sends requests to an endpoint that may be busy. A temporary refusal is retried after the wait that the endpoint asks for,
 * but at least after a pause that doubles with each try: whatever the endpoint asks for, tries are few.
 */
import { type Clock, systemClock } from '../../kit/base/clock.ts';
import { retryAfterMs } from '../../kit/base/retry-after.ts';

/** Too many requests, and gateways whose backend is temporarily unavailable. */
const busy: readonly number[] = [429, 502, 503, 504];
const firstPauseMs = 500;

/**
 * Waits at most `maxWaitMs` in total: a refusal that asks for more is returned immediately, for callers that have a fallback.
 * Fails as `fetch` does, also when the request is aborted during a pause.
 */
export function createRetryingFetch(maxWaitMs: number, clock: Clock = systemClock): typeof fetch {
  return async (input, init) => {
    const signal = init?.signal ?? undefined;
    let leftMs = maxWaitMs;
    for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
      const response = await fetch(input, init);
      if (!busy.includes(response.status)) return response;
      const waitMs = Math.max(pauseMs, retryAfterMs(response.headers.get('retry-after'), clock.now()) ?? 0);
      leftMs -= waitMs;
      if (leftMs < 0) return response;
      await response.body?.cancel();
      await clock.wait(waitMs, signal);
      signal?.throwIfAborted();
    }
  };
}
