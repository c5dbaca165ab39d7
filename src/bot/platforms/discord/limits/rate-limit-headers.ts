/** Rate limit headers of a response. Source: developer docs "Topics: Rate Limits", read 2026-11-21. */

export interface LimitResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
}

/** NaN if the header is absent. */
export function numberIn({ headers }: LimitResponse, name: string): number {
  return Number(headers.get(name) ?? Number.NaN);
}
