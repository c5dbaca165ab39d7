import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { sql as raw } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore } from '../../../src/bot/store/store.ts';
import { type Database, mayComeBack, openDatabase } from '../../../src/kit/sql/database.ts';
import { inspectDatabase } from '../../../src/kit/sql/inspect.ts';
import { migrationsFor } from '../../../src/kit/sql/migrations.ts';
import { ForeignDatabaseError, StoreError } from '../../../src/kit/sql/store-errors.ts';
import { question } from '../../bot/store/samples.ts';
import { createManualClock } from '../../fakes/clock.ts';
import { engines, type FreshDatabase, postgres, runIn, runWorker, sharedEngines, sqliteOnDisk } from './engines.ts';

describe.each(engines)('a database on $name', (engine) => {
  let fresh: FreshDatabase;
  let database: Database;

  beforeEach(async () => {
    fresh = await engine.fresh();
    database = await openDatabase(fresh.url);
  });

  afterEach(async () => {
    await database.close();
    await fresh.drop();
  });

  it('has every table once it is open', async () => {
    const own = ['conversations', 'turns', 'deployments'] as const;
    const service = ['threads', 'messages', 'api_keys', 'uses', 'updates'] as const;
    for (const table of [...own, ...service]) {
      expect(await database.sql.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  it('returns integers as numbers', async () => {
    await createStore(database).accept(question({ askedAt: 1_800_000_000_123 }));
    const row = await database.sql.selectFrom('turns').selectAll().executeTakeFirstOrThrow();
    expect([row.seq, row.tries, row.claimed_until, row.asked_at]).toEqual([1, 0, 0, 1_800_000_000_123]);
  });

  it('waits for the disk except for changes that may be lost if the machine crashes', async () => {
    if (engine.name === 'Postgres') return;
    const waits = async (sql: Database['sql']): Promise<unknown> =>
      (await raw<{ synchronous: number }>`pragma synchronous`.execute(sql)).rows[0]?.synchronous;
    const [inside, meanwhile] = await Promise.all([database.unflushed(waits), waits(database.sql)]);
    expect([inside, meanwhile]).toEqual([1, 2]);
    await expect(database.unflushed(() => Promise.reject(new Error('in the middle')))).rejects.toThrow('in the middle');
    expect(await waits(database.sql)).toBe(2);
  });

  it('refuses a turn without a conversation', async () => {
    const orphan = { id: 't', conversation_id: 'none', platform: 'slack', question_id: 'q', event_id: 'e' };
    const rest = { asked_in: '{}', asker: 'a', addressed: 'direct', text: '', asked_at: 1 };
    await expect(
      database.sql
        .insertInto('turns')
        .values({ ...orphan, ...rest })
        .execute(),
    ).rejects.toThrow();
  });

  it('rolls back a transaction that fails', async () => {
    const failing = database.sql.transaction().execute(async (tx) => {
      await tx
        .insertInto('conversations')
        .values({ id: 'c', platform: 'slack', installation: 'T', channel: 'C', thread: 't' })
        .execute();
      throw new Error('in the middle');
    });
    await expect(failing).rejects.toThrow('in the middle');
    expect(await database.sql.selectFrom('conversations').selectAll().execute()).toEqual([]);
  });

  it('isolates transactions that run at the same time', async () => {
    const add = (thread: string) =>
      database.sql.transaction().execute(async (tx) => {
        await tx
          .insertInto('conversations')
          .values({ id: thread, platform: 'slack', installation: 'T', channel: 'C', thread })
          .execute();
        if (thread === 'b') throw new Error('undone');
      });
    await Promise.allSettled(['a', 'b', 'c'].map(add));
    const kept = await database.sql.selectFrom('conversations').select('id').orderBy('id').execute();
    expect(kept.map((row) => row.id)).toEqual(['a', 'c']);
  });
});

describe.each(sharedEngines)('the tables on $name', (engine) => {
  let fresh: FreshDatabase;

  beforeEach(async () => {
    fresh = await engine.fresh();
  });

  afterEach(() => fresh.drop());

  it('keep their rows when they are opened again', async () => {
    const before = await openDatabase(fresh.url);
    await createStore(before).accept(question({ id: 'kept' }));
    await before.close();
    const after = await openDatabase(fresh.url);
    const rows = await after.sql.selectFrom('turns').select('question_id').execute();
    await after.close();
    expect(rows).toMatchObject([{ question_id: 'kept' }]);
  });

  it('are created once when several processes start at the same time', async () => {
    await Promise.all(['a', 'b', 'c'].map((owner) => runWorker(fresh.url, owner)));
    const database = await openDatabase(fresh.url);
    const ran = await raw<{ name: string }>`select name from kysely_migration`.execute(database.sql);
    await database.close();
    expect(ran.rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(migrationsFor('postgres')));
  });

  it('are created all or not at all, and then at the next start', async () => {
    // The last table cannot be created.
    await runIn(fresh.url, 'create view vectors as select 1 as one');
    await expect(openDatabase(fresh.url)).rejects.toMatchObject({
      name: 'StoreError',
      cause: expect.objectContaining({ message: expect.stringContaining('vectors') }),
    });
    await expect(runIn(fresh.url, 'select * from turns')).rejects.toThrow('turns');
    await runIn(fresh.url, 'drop view vectors');
    const database = await openDatabase(fresh.url);
    expect(await database.sql.selectFrom('vectors').selectAll().execute()).toEqual([]);
    await database.close();
  });

  it('are used even if a newer version has added to them', async () => {
    await (await openDatabase(fresh.url)).close();
    await runIn(
      fresh.url,
      `alter table turns add column of_later text; insert into kysely_migration values ('9999_later', '2030-01-01')`,
    );
    const store = createStore(await openDatabase(fresh.url));
    expect(await store.accept(question())).toEqual({ result: 'accepted' });
    await store.close();
  });

  it.each([
    ['another program', 'create table customers (id text)'],
    [
      'another program that also uses kysely',
      `create table kysely_migration (name text, timestamp text); insert into kysely_migration values ('init', '2026-01-01')`,
    ],
    [
      'an earlier version of Docent',
      `create table kysely_migration (name text, timestamp text); create table turns (id text);
       insert into kysely_migration values ('0001_conversations', '2026-01-01'), ('0002_turns', '2026-01-01')`,
    ],
    [
      'a version of Docent that knew only some of the tables',
      `create table kysely_migration (name text, timestamp text); create table turns (id text);
       insert into kysely_migration values ('0001_bot', '2026-01-01'), ('0003_more', '2026-01-01')`,
    ],
  ])('are not created in the database of %s, which stays as it is', async (_, statements) => {
    await runIn(fresh.url, statements);
    const path = engine === sqliteOnDisk ? fresh.url.slice('sqlite:'.length) : undefined;
    if (path !== undefined) await chmod(path, 0o644);
    const before = path !== undefined && [await readFile(path), (await stat(path)).mode];
    await expect(openDatabase(fresh.url)).rejects.toMatchObject({
      name: 'StoreError',
      cause: expect.any(ForeignDatabaseError),
    });
    expect(path !== undefined && [await readFile(path), (await stat(path)).mode]).toEqual(before);
    await expect(runIn(fresh.url, 'select * from conversations')).rejects.toThrow('conversations');
    expect(await inspectDatabase(fresh.url)).toMatchObject({ schema: 'foreign' });
  });

  it('are not looked for again after such a refusal, because waiting cannot help', () => {
    expect(mayComeBack(new StoreError(new ForeignDatabaseError()), fresh.url)).toBe(false);
  });
});

describe('Postgres', () => {
  it('holds one Docent per schema of a database', async () => {
    const fresh = await postgres.fresh();
    const first = await openDatabase(fresh.url);
    await raw`create schema other`.execute(first.sql);
    await first.close();
    for (const url of [fresh.url, `${fresh.url}&options=-c%20search_path%3Dother`]) {
      const store = createStore(await openDatabase(url));
      expect(await store.accept(question())).toEqual({ result: 'accepted' });
      await store.close();
    }
    await fresh.drop();
  });

  it('may hold tables of extensions, which databases of providers often do', async () => {
    const fresh = await postgres.fresh();
    await runIn(fresh.url, 'create table of_extension (id text); alter extension plpgsql add table of_extension');
    const store = createStore(await openDatabase(fresh.url));
    expect(await store.accept(question())).toEqual({ result: 'accepted' });
    await store.close();
    await fresh.drop();
  });

  it('is used again after it has closed every connection', async () => {
    const fresh = await postgres.fresh();
    const [database, other] = [
      await openDatabase(`${fresh.url}&application_name=victim`),
      await openDatabase(fresh.url),
    ];
    const store = createStore(database);
    await Promise.all([store.ping(), store.ping()]);
    await raw`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'victim'`.execute(other.sql);
    const answers = () => store.ping().then(() => true);
    await expect.poll(() => answers().catch(() => false)).toBe(true);
    await Promise.all([database.close(), other.close()]);
    await fresh.drop();
  });
});

describe('opening a database that cannot be opened', () => {
  it.each([
    ['a folder that is not there', 'sqlite:/nowhere/at/all/docent.db'],
    ['a server that is not there', 'postgres://docent@127.0.0.1:1/docent'],
  ])('fails with a StoreError and its cause for %s', async (_what, url) => {
    await expect(openDatabase(url)).rejects.toMatchObject({ name: 'StoreError', cause: expect.any(Error) });
  });

  it('fails with a StoreError for a file that is not a database', async () => {
    const fresh = await sqliteOnDisk.fresh();
    await writeFile(
      fresh.url.slice('sqlite:'.length),
      'a text, and a longer one than a header of SQLite has'.repeat(9),
    );
    await expect(openDatabase(fresh.url)).rejects.toThrow(StoreError);
    await fresh.drop();
  });
});

describe('a SQLite file', () => {
  it('is locked from the beginning of a transaction, so that no other process writes between its reads and its writes', async () => {
    const fresh = await sqliteOnDisk.fresh();
    const database = await openDatabase(fresh.url);
    const other = new DatabaseSync(fresh.url.slice('sqlite:'.length), { timeout: 0 });
    await database.sql.transaction().execute(async () => {
      expect(() => other.exec('begin immediate')).toThrow('locked');
    });
    other.exec('begin immediate; commit');
    other.close();
    await database.close();
    await fresh.drop();
  });

  it('blocks a query, not the process, while another process has it locked', async () => {
    const fresh = await sqliteOnDisk.fresh();
    const store = createStore(await openDatabase(fresh.url));
    const other = new DatabaseSync(fresh.url.slice('sqlite:'.length));
    other.exec('begin immediate');
    const accepted = store.accept(question());
    // A query that waited without yielding to the event loop would never see the lock released.
    await setImmediate();
    other.exec('commit');
    expect(await accepted).toEqual({ result: 'accepted' });
    other.close();
    await store.close();
    await fresh.drop();
  });

  it('fails the query with the reason if it stays locked', async () => {
    const fresh = await sqliteOnDisk.fresh();
    const clock = createManualClock();
    const startedAt = clock.now();
    const store = createStore(await openDatabase(fresh.url, { clock }));
    const other = new DatabaseSync(fresh.url.slice('sqlite:'.length));
    other.exec('begin immediate');
    const refused = store.accept(question()).catch((error: unknown) => error);
    expect(await clock.until(refused)).toMatchObject({ name: 'StoreError', cause: { errcode: 5 } });
    expect(clock.now() - startedAt).toBeLessThan(6_000);
    other.close();
    await store.close();
    await fresh.drop();
  });

  it.each([
    ['a new one', false],
    ['one that others could read before', true],
  ])('is readable only by its owner, because it contains what people wrote: %s', async (_, isThere) => {
    const fresh = await sqliteOnDisk.fresh();
    if (isThere) {
      await (await openDatabase(fresh.url)).close();
      await chmod(fresh.url.slice('sqlite:'.length), 0o644);
    }
    const database = await openDatabase(fresh.url);
    const path = fresh.url.slice('sqlite:'.length);
    const modes = await Promise.all([path, `${path}-wal`].map(async (file) => (await stat(file)).mode & 0o777));
    await database.close();
    await fresh.drop();
    expect(modes).toEqual([0o600, 0o600]);
  });
});
