/**
 * The Retry-After header as a wait. A server that says 0, or whose clock is behind ours, is never asked again at once.
 * Source: RFC 9110, section 10.2.3, read 2026-11-21.
 */

/** The smallest unit that the header has. */
export const minRetryMs = 1_000;

/** Seconds or an HTTP date as milliseconds from `now`, at least `minRetryMs`. undefined: the header is missing or neither. */
export function retryAfterMs(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  const waitMs = /^\d+(\.\d+)?$/.test(text) ? Math.ceil(Number(text) * 1_000) : Date.parse(text) - now;
  return Number.isNaN(waitMs) ? undefined : Math.max(minRetryMs, waitMs);
}
