/** The clock that decides when claims expire. */
import { sql as raw } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Database } from './database.ts';

/**
 * Milliseconds since 1970: the database's time on Postgres, which several machines may share, because their own clocks
 * differ and jump; on SQLite the process's.
 */
export async function databaseTime({ sql, engine }: Database, clock: Clock): Promise<number> {
  if (engine === 'sqlite') return clock.now();
  const epoch = raw<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  const { now } = await sql.selectNoFrom(epoch.as('now')).executeTakeFirstOrThrow();
  return now;
}
