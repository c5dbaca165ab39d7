/**
 * Requests to an endpoint that may be busy. In: a request. Out: its response; one that is refused for the moment is made
 * again, after as long as the endpoint asks for. Effects: HTTP, pauses that end with the request's signal.
 */
import { setTimeout } from 'node:timers/promises';

/** Too many requests, and gateways with nobody behind them for the moment. */
const busy: readonly number[] = [429, 502, 503, 504];
/** Where the endpoint does not say how long; doubled each time. */
const minWaitMs = 500;

/**
 * Waits `maxWaitMs` in all at most: a refusal that asks for more is given back at once, for whoever can do without. Fails as
 * `fetch` does.
 */
export function createRetryingFetch(maxWaitMs: number): typeof fetch {
  return async (input, init) => {
    let left = maxWaitMs;
    for (let unsaidMs = minWaitMs; ; unsaidMs *= 2) {
      const response = await fetch(input, init);
      if (!busy.includes(response.status)) return response;
      const waitMs = saidMs(response.headers.get('retry-after')) ?? unsaidMs;
      left -= waitMs;
      if (left < 0) return response;
      await response.body?.cancel();
      await setTimeout(waitMs, undefined, { signal: init?.signal ?? undefined });
    }
  };
}

/** Seconds, or a date. Source: RFC 9110, section 10.2.3, read 2026-11-21. */
function saidMs(retryAfter: string | null): number | undefined {
  const seconds = Number(retryAfter?.trim() || Number.NaN);
  const waitMs = Number.isNaN(seconds) ? Date.parse(retryAfter ?? '') - Date.now() : seconds * 1_000;
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
