/**
 * The engines that the store supports, for tests that run on each. They provide fresh, empty databases. Effects: temporary
 * files and databases, which `drop` deletes.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { createStore, type OwnStore } from '../../../src/bot/store/store.ts';
import { type Database, openDatabase } from '../../../src/kit/sql/database.ts';

/** An empty database that nothing else uses. */
export interface FreshDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export interface TestEngine {
  readonly name: string;
  fresh(): Promise<FreshDatabase>;
  /** A database with the schema of this version: a copy, which is much faster than creating the tables. */
  migrated(): Promise<FreshDatabase>;
}

const inMemory = async (): Promise<FreshDatabase> => ({ url: 'sqlite::memory:', drop: async () => {} });

export const sqliteInMemory: TestEngine = { name: 'SQLite in memory', fresh: inMemory, migrated: inMemory };
export const sqliteOnDisk: TestEngine = { name: 'SQLite on disk', fresh: freshFile, migrated: copiedFile };
export const postgres: TestEngine = { name: 'Postgres', fresh: () => createPostgres(), migrated: copiedPostgres };

/** The engines whose databases can be opened twice. */
export const sharedEngines: readonly TestEngine[] = [sqliteOnDisk, postgres];
export const engines: readonly TestEngine[] = [sqliteInMemory, ...sharedEngines];

/**
 * Databases left by earlier tests, because creating one takes ten times as long as emptying it. Deleted after the run.
 */
const left = new Map<TestEngine, FreshDatabase[]>();

/** A store on an empty database that nothing else uses, until the end of the test. */
export async function openStore(
  engine: TestEngine,
): Promise<{ readonly database: Database; readonly store: OwnStore }> {
  const used = left.get(engine)?.pop();
  const fresh = used ?? (await engine.migrated());
  const database = await openDatabase(fresh.url);
  if (used) await empty(database);
  const store = createStore(database);
  onTestFinished(async () => {
    await store.close();
    left.set(engine, [...(left.get(engine) ?? []), fresh]);
  });
  return { database, store };
}

/** Postgres: the number of statements that wait for another transaction. */
export async function waitingStatements({ sql: db }: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
  return rows[0]?.count ?? 0;
}

async function empty({ engine, sql: db }: Database): Promise<void> {
  const tables = (await db.introspection.getTables()).map(({ name }) => sql.table(name));
  if (engine === 'postgres') return void (await sql`truncate ${sql.join(tables)}`.execute(db));
  await sql`pragma foreign_keys = off`.execute(db);
  for (const table of tables) await sql`delete from ${table}`.execute(db);
  await sql`pragma foreign_keys = on`.execute(db);
}

async function freshFile(): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-store-'));
  return {
    url: `sqlite:${join(folder, 'docent.db')}`,
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Migrated, empty databases, which stay until the end of the run. */
const templates = new Map<TestEngine, Promise<string>>();

function templateOf(engine: TestEngine): Promise<string> {
  const template = templates.get(engine) ?? (engine === postgres ? makePostgresTemplate() : makeTemplate(engine));
  templates.set(engine, template);
  return template;
}

async function makeTemplate(engine: TestEngine): Promise<string> {
  const { url } = await engine.fresh();
  const database = await openDatabase(url);
  await database.close();
  return url;
}

/** A migrated, empty SQLite file to copy. */
export async function migratedFile(): Promise<string> {
  return (await templateOf(sqliteOnDisk)).slice('sqlite:'.length);
}

async function copiedFile(): Promise<FreshDatabase> {
  const copy = await freshFile();
  await copyFile(await migratedFile(), copy.url.slice('sqlite:'.length));
  return copy;
}

async function copiedPostgres(): Promise<FreshDatabase> {
  const template = await templateOf(postgres);
  return createPostgres(new URL(template).pathname.slice(1));
}

/** Postgres copies only databases without connections, and a connection lives a little longer there than here. */
async function makePostgresTemplate(): Promise<string> {
  const url = await makeTemplate(postgres);
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = '/postgres';
  await administer(
    server.href,
    `select pg_terminate_backend(pid, 600000) from pg_stat_activity where datname = '${name}'`,
  );
  return url;
}

async function createPostgres(template = 'template1'): Promise<FreshDatabase> {
  const answer = await fetch(inject('postgres'));
  const server = await answer.text();
  if (!answer.ok) throw new Error(`Postgres did not start: ${server}`);
  // Not a schema: kysely reads all schemas when it creates the tables, and would fail over another test's schema that is
  // dropped at that moment.
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name} template ${template} strategy wal_log`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => administer(server, `drop database ${name} with (force)`) };
}

/** Runs statements in a database that Docent has not opened; a SQLite file is created. */
export async function runIn(url: string, statements: string): Promise<void> {
  if (!url.startsWith('sqlite:')) return administer(url, statements);
  const database = new DatabaseSync(url.slice('sqlite:'.length));
  database.exec(statements);
  database.close();
}

async function administer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Runs a process that claims turns until none is open. Returns the turns that it claimed, in order. */
export async function runWorker(
  url: string,
  owner: string,
): Promise<readonly { readonly thread: string; readonly question: string; readonly at: bigint }[]> {
  const program = join(import.meta.dirname, 'worker.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, url, owner]);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [thread, question, at] = JSON.parse(line);
    return { thread, question, at: BigInt(at) };
  });
}
