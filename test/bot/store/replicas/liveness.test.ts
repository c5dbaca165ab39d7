/** On Postgres the claims of a dead process are released immediately, and those of a living one never. */
import { sql as raw } from 'kysely';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createStore, type OwnStore } from '../../../../src/bot/store/store.ts';
import { type Database, openDatabase } from '../../../../src/kit/sql/database.ts';
import { type FreshDatabase, postgres } from '../../../kit/sql/engines.ts';
import { question } from '../samples.ts';

/** Long before any claim expires. */
const now = 1_000;
const until = Number.MAX_SAFE_INTEGER;

let fresh: FreshDatabase;

beforeEach(async () => {
  fresh = await postgres.migrated();
  return fresh.drop;
});

interface Process {
  readonly store: OwnStore;
  readonly database: Database;
  /** Claims a turn, and announces work from then on. */
  claim(): Promise<string | undefined>;
  /** Closes the connections without a goodbye, as the kernel does for a killed process. */
  die(): Promise<void>;
}

async function startProcess(owner: string): Promise<Process> {
  const database = await openDatabase(fresh.url);
  const store = createStore(database);
  let isDead = false;
  const die = async (): Promise<void> => {
    if (!isDead) await store.close();
    isDead = true;
  };
  onTestFinished(die);
  return {
    store,
    database,
    die,
    async claim() {
      const turn = await store.claimTurn(owner, now, until, ['slack']);
      await store.renew(owner, [], now, until);
      return turn?.question.id;
    },
  };
}

it('a process that died loses its turn to another before its claim expires', async () => {
  const [first, second] = [await startProcess('first'), await startProcess('second')];
  await first.store.accept(question({ id: 'q' }));
  expect(await first.claim()).toBe('q');
  await first.die();
  await second.store.releaseDead();
  expect(await second.claim()).toBeUndefined();
  await second.store.releaseDead();
  expect(await second.claim()).toBe('q');
});

it('a living process keeps its turn even when the connection that holds its lock breaks', async () => {
  const [first, second] = [await startProcess('first'), await startProcess('second')];
  await first.store.accept(question({ id: 'q' }));
  await first.claim();
  const holder = async (): Promise<number | undefined> => {
    // The server's other databases belong to other tests.
    const held = raw<{ pid: number }>`select pid from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`;
    return (await held.execute(second.database.sql)).rows[0]?.pid;
  };
  const before = await holder();
  await raw`select pg_terminate_backend(${before})`.execute(second.database.sql);
  await expect.poll(async () => [undefined, before].includes(await holder())).toBe(false);
  for (let look = 1; look <= 3; look += 1) await second.store.releaseDead();
  expect(await second.claim()).toBeUndefined();
});

it('a process that could not take its lock keeps its turn until its claim expires', async () => {
  const second = await startProcess('second');
  await second.store.accept(question({ id: 'q' }));
  await second.store.claimTurn('without lock', now, 2_000, ['slack']);
  await second.database.sql.insertInto('replicas').values({ owner: 'without lock', alive_until: until }).execute();
  for (let look = 1; look <= 3; look += 1) await second.store.releaseDead();
  expect(await second.claim()).toBeUndefined();
  expect((await second.store.claimTurn('second', 2_001, until, ['slack']))?.question.id).toBe('q');
});
