/**
 * The Retry-After header as a wait. The wait is never zero, even if a server says 0 or its clock is behind ours.
 * Source: RFC 9110, section 10.2.3, read 2026-11-21.
 */

/** The header's resolution. */
export const minRetryMs = 1_000;

/** Seconds or an HTTP date as milliseconds from `now`, at least `minRetryMs`; undefined if the value is missing or neither. */
export function retryAfterMs(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  const waitMs = /^\d+(\.\d+)?$/.test(text) ? Math.ceil(Number(text) * 1_000) : Date.parse(text) - now;
  return Number.isNaN(waitMs) ? undefined : Math.max(minRetryMs, waitMs);
}
