/** When an action may be sent under a limit that the platform reports (`X-RateLimit-*`). */
import type { ReportedLimit } from '../ports/budget.ts';

/**
 * Milliseconds since 1970. `sent`: when the last actions were sent, oldest first. With `spread`, the remaining actions are
 * spread over the rest of the window; otherwise they may be sent immediately.
 */
export function reportedFreeAt(
  { remaining, resetAt, reportedAt }: ReportedLimit,
  sent: readonly number[],
  spread: boolean,
): number {
  const left = remaining - sent.filter((sentAt) => sentAt > reportedAt).length;
  if (left <= 0) return resetAt;
  const last = sent.at(-1);
  return spread && last !== undefined ? last + (resetAt - last) / (left + 1) : 0;
}
