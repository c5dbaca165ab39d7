/**
 * When an action may go whose limit the other side tells of. In: what it told, what went since. Out: an instant. Pure.
 */
import type { ReportedLimit } from '../ports/platform.ts';

/**
 * Milliseconds since 1970. `sent`: when the last actions went, oldest first. What is left of a window is spread over the
 * rest of it where `spread`; otherwise it goes at once.
 */
export function reportedFreeAt(
  { remaining: left, resetAt: until, reportedAt: at }: ReportedLimit,
  sent: readonly number[],
  spread: boolean,
): number {
  const rest = left - sent.filter((each) => each > at).length;
  if (rest <= 0) return until;
  const last = sent.at(-1);
  return spread && last !== undefined ? last + (until - last) / (rest + 1) : 0;
}
