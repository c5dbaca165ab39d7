/** An outage of the database: questions that cannot be stored are not accepted, and nothing crashes the process. */
import { sql as raw } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createStore } from '../../../src/bot/store/store.ts';
import { type Database, mayComeBack, openDatabase } from '../../../src/kit/sql/database.ts';
import { StoreError } from '../../../src/kit/sql/store-errors.ts';
import { sqliteOnDisk } from '../../kit/sql/engines.ts';
import { type Postgres, startPostgres } from '../../kit/sql/postgres-server.ts';
import { question } from './samples.ts';

async function openPostgres(): Promise<{ readonly server: Postgres; readonly database: Database }> {
  const server = await startPostgres();
  const database = await openDatabase(server.url);
  onTestFinished(async () => {
    await database.close();
    await server.stop();
  });
  return { server, database };
}

it('the store refuses questions while Postgres is down, even in mid-transaction, and accepts them once it is back', async () => {
  const { server, database } = await openPostgres();
  const store = createStore(database);
  const ids = Array.from({ length: 40 }, (_, index) => String(index));
  const accept = (id: string) => store.accept(question({ id, thread: id }));
  const during = Promise.allSettled(ids.map(accept));
  await server.interrupt();
  for (const one of await during) {
    if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(StoreError);
  }
  await expect(accept('away')).rejects.toThrow(StoreError);
  await expect(store.ping()).rejects.toThrow(StoreError);
  await server.resume();
  for (const id of [...ids, 'away']) await accept(id);
  const rows = await database.sql.selectFrom('turns').select('question_id').execute();
  expect(rows.map((row) => row.question_id).sort()).toEqual([...ids, 'away'].sort());
});

it('opening waits for a Postgres that is down or starting, but not for one that refuses access', async () => {
  const { server } = await openPostgres();
  const failure = (url: string): Promise<StoreError> =>
    openDatabase(url).then(
      () => expect.unreachable(),
      (error: StoreError) => error,
    );
  const nowhere = server.url.replace('/postgres?', '/nowhere?');
  expect(mayComeBack(await failure(nowhere), nowhere)).toBe(false);
  await server.interrupt();
  expect(mayComeBack(await failure(server.url), server.url)).toBe(true);
  const folder = 'sqlite:/nowhere/at/all/docent.db';
  expect(mayComeBack(await failure(folder), folder)).toBe(false);
});

it('the store refuses questions while the disk is full, and accepts them once there is space again', async () => {
  const fresh = await sqliteOnDisk.fresh();
  const database = await openDatabase(fresh.url);
  onTestFinished(async () => {
    await database.close();
    await fresh.drop();
  });
  const store = createStore(database);
  await raw`pragma max_page_count = 1`.execute(database.sql);
  const long = question({ id: 'long', text: 'x'.repeat(100_000) });
  await expect(store.accept(long)).rejects.toMatchObject({ name: 'StoreError', cause: { errcode: 13 } });
  await raw`pragma max_page_count = 100000`.execute(database.sql);
  expect(await store.accept(long)).toEqual({ result: 'accepted' });
});
