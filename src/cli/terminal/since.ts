/** The option `--since` of commands: `30d`, `12h` or a date. */
import { UsageError } from './command.ts';

const unitMs = { d: 24 * 3_600_000, h: 3_600_000 };

/** Returns milliseconds since 1970. Fails with UsageError. */
export function toTime(since: string, now: number): number {
  const [, count, unit] = /^(\d{1,5})([dh])$/.exec(since) ?? [];
  if (count !== undefined && (unit === 'd' || unit === 'h')) return now - Number(count) * unitMs[unit];
  const date = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$/.test(since) ? Date.parse(since) : Number.NaN;
  if (Number.isNaN(date)) throw new UsageError('--since takes days (30d), hours (12h) or a date (2026-11-01).');
  return date;
}
