/** Wall-clock time in a time zone -> instant (milliseconds since 1970), and back. Pure. */

/**
 * The instant at which clocks in the time zone show `time` on the day of `near`. A time skipped by a clock change is moved
 * forward by the length of the gap.
 */
export function instantOf(near: number, time: string, timeZone: string): number {
  const { date } = wallClock(near, timeZone);
  const wanted = Date.parse(`${date}T${time}:00Z`);
  const first = wanted - offsetAt(wanted, timeZone);
  return wanted - offsetAt(first, timeZone);
}

/** The offset from UTC, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const { date, time } = wallClock(at, timeZone);
  return Date.parse(`${date}T${time}:00Z`) - Math.floor(at / 60_000) * 60_000;
}

/** Local date, weekday and time: `2026-11-23`, `mon`, `09:00`. */
export function wallClock(
  at: number,
  timeZone: string,
): { readonly date: string; readonly day: string; readonly time: string } {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const [year, month, day, hour, minute] = ['year', 'month', 'day', 'hour', 'minute'].map((name) => find(name));
  return { date: `${year}-${month}-${day}`, day: find('weekday').toLowerCase(), time: `${hour}:${minute}` };

  function find(name: string): string {
    return [...parts].find(([type]) => type === name)?.[1] ?? '';
  }
}

/** `2026-05-03` as readers of this language write it: `3 May 2026`. */
export function writtenDay(day: string, language: string): string {
  const locale = language === 'en' ? 'en-GB' : language;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

/** `2026-05-03`, in UTC. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
