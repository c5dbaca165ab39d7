/** When people are there. Pure. */
import type { WorkingHours } from '../ports/routing.ts';

const dayMs = 24 * 60 * 60_000;

/** The beginning of their next working time; undefined while they are there. Milliseconds since 1970. */
export function backAt(hours: WorkingHours, now: number): number | undefined {
  const { days, from, to } = hours;
  const { day, time } = wallClock(now, hours);
  if (isOneOf(days, day) && from <= time && time < to) return undefined;
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const begins = instantOf(now + ahead * dayMs, hours);
    if (begins > now && isOneOf(days, wallClock(begins, hours).day)) return begins;
  }
  return undefined;
}

function isOneOf(days: readonly string[], day: string): boolean {
  return days.includes(day);
}

/** The instant at which clocks there show `from` on the day of `near`. A time that a change of the clocks skips is the one after it. */
function instantOf(near: number, { from, timeZone }: WorkingHours): number {
  const { date } = wallClock(near, { timeZone });
  const wanted = Date.parse(`${date}T${from}:00Z`);
  const first = wanted - offsetAt(wanted, timeZone);
  return wanted - offsetAt(first, timeZone);
}

/** How much clocks there are ahead of UTC. */
function offsetAt(at: number, timeZone: string): number {
  const { date, time } = wallClock(at, { timeZone });
  return Date.parse(`${date}T${time}:00Z`) - Math.floor(at / 60_000) * 60_000;
}

/** What clocks and calendars show there: `2026-11-23`, `mon`, `09:00`. */
function wallClock(
  at: number,
  { timeZone }: Pick<WorkingHours, 'timeZone'>,
): { readonly date: string; readonly day: string; readonly time: string } {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, weekday: 'short', hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const [year, month, day, hour, minute] = ['year', 'month', 'day', 'hour', 'minute'].map((name) => find(name));
  return { date: `${year}-${month}-${day}`, day: find('weekday').toLowerCase(), time: `${hour}:${minute}` };

  function find(name: string): string {
    return [...parts].find(([type]) => type === name)?.[1] ?? '';
  }
}
