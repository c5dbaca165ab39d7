import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { oldestWaiting } from '../../../../src/store/bot/turns/turns.ts';
import { openStore, sharedEngines } from '../../engines.ts';

it.each(sharedEngines)('looking for who waits longest reads only open turns on $name', async (engine) => {
  const { database } = await openStore(engine);
  const query = oldestWaiting(database.sql, 1);
  const isSqlite = database.engine === 'sqlite';
  const plan = JSON.stringify(await (isSqlite ? query.explain(undefined, sql`query plan`) : query.explain()));
  expect(plan).toMatch(/turns_open/);
  expect(plan).not.toMatch(/turns_by_time/);
});
