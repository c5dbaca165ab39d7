/** When an action may be sent under a limit that the platform reports (`X-RateLimit-*`). */
import type { ReportedLimit } from '../ports/budget.ts';

/**
 * Milliseconds since 1970. `sent`: when the last actions were sent, oldest first. What remains is spread over the rest of
 * the window where `spread`; otherwise it may be sent at once.
 */
export function reportedFreeAt(
  { remaining, resetAt, reportedAt }: ReportedLimit,
  sent: readonly number[],
  spread: boolean,
): number {
  const left = remaining - sent.filter((each) => each > reportedAt).length;
  if (left <= 0) return resetAt;
  const last = sent.at(-1);
  return spread && last !== undefined ? last + (resetAt - last) / (left + 1) : 0;
}
