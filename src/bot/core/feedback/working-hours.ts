/** Working hours: whether people are available, and when they are back. Pure. */
import { instantOf, wallClock } from '../manners/wall-clock.ts';
import type { WorkingHours } from '../ports/routing.ts';

const dayMs = 24 * 60 * 60_000;

/** When their next working hours begin, in milliseconds since 1970; undefined during working hours. */
export function backAt(hours: WorkingHours, now: number): number | undefined {
  const { days, from, to, timeZone } = hours;
  const { day, time } = wallClock(now, timeZone);
  if (isOneOf(days, day) && from <= time && time < to) return undefined;
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const begins = instantOf(now + ahead * dayMs, from, timeZone);
    if (begins > now && isOneOf(days, wallClock(begins, timeZone).day)) return begins;
  }
  return undefined;
}

function isOneOf(days: readonly string[], day: string): boolean {
  return days.includes(day);
}
