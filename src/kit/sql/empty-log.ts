/** SQLite's write-ahead log still holds what was overwritten in the file, until a checkpoint empties it. Postgres recycles its own. */
import { sql as raw } from 'kysely';
import { type Clock, systemClock } from '../base/clock.ts';
import type { Database } from './database.ts';

const maxTries = 5;
const waitMs = 100;

/** False if the log could not be emptied because another connection kept reading what is in it. */
export async function emptyLog(
  { sql, engine }: Pick<Database, 'sql' | 'engine'>,
  clock: Clock = systemClock,
): Promise<boolean> {
  if (engine !== 'sqlite') return true;
  for (let tries = 1; ; tries += 1) {
    const { rows } = await raw<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(sql);
    if (rows[0]?.busy === 0) return true;
    if (tries === maxTries) return false;
    await clock.wait(waitMs);
  }
}
