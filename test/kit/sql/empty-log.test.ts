import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../../src/kit/base/clock.ts';
import { emptyLog } from '../../../src/kit/sql/empty-log.ts';
import { openStore, sqliteOnDisk } from './engines.ts';

/** Another process reads the file until it has been waited for that often; the clock counts the waits. */
function readUntilWaited(path: string, times: number): Clock & { readonly waits: () => number } {
  const reader = new DatabaseSync(path);
  reader.exec('begin');
  reader.prepare('select count(*) from turns').get();
  onTestFinished(() => void (reader.isOpen && reader.close()));
  let waits = 0;
  return {
    now: () => 0,
    waits: () => waits,
    async wait() {
      waits += 1;
      if (waits === times) reader.close();
    },
  };
}

it.each([
  ['is emptied once a reader has ended', 2, true],
  ['is left to a reader that does not end, which is said', 4, false],
])('the log of a database %s', async (_, waits, isEmptied) => {
  const { database } = await openStore(sqliteOnDisk);
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(database.sql);
  const clock = readUntilWaited(rows[0]?.file ?? '', isEmptied ? waits : 100);
  await database.sql.insertInto('report_runs').values({ id: 'run', claimed_until: 1 }).execute();
  expect(await emptyLog(database, clock)).toBe(isEmptied);
  expect(clock.waits()).toBe(waits);
});
