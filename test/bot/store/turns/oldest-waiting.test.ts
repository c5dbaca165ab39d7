import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { oldestWaiting } from '../../../../src/bot/store/turns/turns.ts';
import { openDatabase } from '../../../../src/kit/sql/database.ts';
import { sharedEngines } from '../../../kit/sql/engines.ts';

it.each(sharedEngines)('finding the oldest waiting question reads only open turns on $name', async (engine) => {
  // Not a reused database: Postgres remembers the statistics of its tables, and plans accordingly.
  const fresh = await engine.migrated();
  const database = await openDatabase(fresh.url);
  onTestFinished(async () => {
    await database.close();
    await fresh.drop();
  });
  const query = oldestWaiting(database.sql, 1);
  const isSqlite = database.engine === 'sqlite';
  const plan = JSON.stringify(await (isSqlite ? query.explain(undefined, sql`query plan`) : query.explain()));
  expect(plan).toMatch(/turns_open/);
  expect(plan).not.toMatch(/turns_by_time/);
});
