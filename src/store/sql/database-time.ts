/** The time by which claims expire. */
import { sql as raw } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { Database } from './database.ts';

/**
 * Milliseconds since 1970: the database's time where several machines share it, since their own clocks differ and jump;
 * otherwise the process's.
 */
export async function databaseTime({ sql, engine }: Database, clock: Clock): Promise<number> {
  if (engine === 'sqlite') return clock.now();
  const epoch = raw<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  const { now } = await sql.selectNoFrom(epoch.as('now')).executeTakeFirstOrThrow();
  return now;
}
