/** Rate limit headers of a response. Source: developer docs "Topics: Rate Limits", read 2026-11-21. */
import { maxPlatformWaitMs } from '../../../core/model/errors.ts';

export interface LimitResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
}

/** NaN if the header is absent. */
export function numberIn({ headers }: LimitResponse, name: string): number {
  return Number(headers.get(name) ?? Number.NaN);
}

/** A wait in seconds, as milliseconds, at most `maxPlatformWaitMs`. NaN if the header is absent. */
export function waitMsIn(response: LimitResponse, name: string): number {
  return Math.min(1_000 * numberIn(response, name), maxPlatformWaitMs);
}
