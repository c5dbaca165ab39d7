/** Opens a DATABASE_URL, SQLite or Postgres, and creates the tables in an empty one. */
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql as raw } from 'kysely';
import { Migrator } from 'kysely/migration';
import type pg from 'pg';
import { type Clock, systemClock } from '../base/clock.ts';
import { type Engine, migrationsFor, readSchemaState, type SchemaState } from './migrations.ts';
import { type HashPerson, loadPersonHash } from './person-hash.ts';
import type { Schema } from './schema.ts';
import { blockingWaitMs, NodeSqliteDialect, type Synchronous, setPragmas, setSynchronous } from './sqlite.ts';
import { ForeignDatabaseError, StoreError } from './store-errors.ts';

export type { Engine } from './migrations.ts';

/** An open database. Whoever opens it closes it. */
export interface Database {
  readonly engine: Engine;
  readonly sql: Kysely<Schema>;
  readonly hashPerson: HashPerson;
  /** Postgres only: for LISTEN, which kysely does not support. */
  readonly pool?: pg.Pool;
  /**
   * For changes that need not wait for the disk: they survive a crash of the process but, on SQLite, perhaps not of the
   * machine. The next ordinary change flushes them too.
   */
  unflushed<T>(act: (sql: Kysely<Schema>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

// Without these limits a hanging Postgres would block a question, and with it its platform, for minutes.
/** Limits the wait for a pooled connection as well as for a new one: a burst on a busy machine waits for the pool. */
const connectTimeoutMs = 10_000;
const queryTimeoutMs = 10_000;
const maxConnections = 10;

export interface DatabaseOptions {
  /** SQLite only: whether a commit waits for the disk (`full`, the default) or may be lost if the machine crashes. */
  readonly synchronous?: Synchronous;
  /** SQLite only: times the wait while another process has the file locked. */
  readonly clock?: Clock;
}

/**
 * Opens `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. A SQLite file that does not exist is created. It is made
 * readable only by its owner. Fails with StoreError, whose cause is a ForeignDatabaseError if the tables are not ours.
 */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  try {
    if (!url.startsWith('sqlite:')) return await openPostgres(url);
    return await openSqlite(url.slice('sqlite:'.length), options);
  } catch (error) {
    throw new StoreError(error);
  }
}

/**
 * Whether retrying later may help: the server did not respond, or reported that it is starting, stopping or out of
 * resources. Source: postgresql.org/docs/18/errcodes-appendix.html, read 2026-11-21.
 */
export function mayComeBack({ cause }: StoreError, url: string): boolean {
  if (url.startsWith('sqlite:') || cause instanceof ForeignDatabaseError) return false;
  // Only errors that the server sends have a severity. No instanceof: the pg library may not be loaded.
  if (!(cause instanceof Error) || !('severity' in cause)) return true;
  return 'code' in cause && /^(08|53|57P)/.test(String(cause.code));
}

async function openSqlite(path: string, options: DatabaseOptions): Promise<Database> {
  const { synchronous = 'full', clock = systemClock } = options;
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path, { timeout: blockingWaitMs, enableForeignKeyConstraints: true });
  const sql = new Kysely<Schema>({ dialect: new NodeSqliteDialect(database, clock) });
  let hashPerson: HashPerson;
  try {
    // Before anything changes the file, which may be another program's.
    const state = await checkSchema(sql, 'sqlite');
    if (path !== ':memory:') makePrivate(path);
    await setPragmas(sql, synchronous);
    if (state === 'missing') await createTables(sql, 'sqlite');
    hashPerson = await loadPersonHash(sql);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    engine: 'sqlite',
    sql,
    hashPerson,
    // Holds the connection, so that no other change runs with this setting.
    unflushed: (act) =>
      sql.connection().execute(async (held) => {
        setSynchronous(database, 'normal');
        try {
          return await act(held);
        } finally {
          setSynchronous(database, synchronous);
        }
      }),
    close: () => sql.destroy(),
  };
}

/**
 * Also a file that was there before, such as a copy; SQLite gives the files beside it the same rights when it creates them.
 */
function makePrivate(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`].filter((each) => existsSync(each))) {
    try {
      chmodSync(file, 0o600);
    } catch {
      // It belongs to somebody else; docent doctor says so.
    }
  }
}

/** Imports the Postgres client only when it is needed. */
async function openPostgres(url: string): Promise<Database> {
  const { connect } = await import('./postgres.ts');
  // Creating the tables, and waiting for another process that does, may take longer than any other query.
  const { sql: unhurried } = connect({ connectionString: url, max: 1, connectionTimeoutMillis: connectTimeoutMs });
  let hashPerson: HashPerson;
  try {
    if ((await checkSchema(unhurried, 'postgres')) === 'missing') await createTables(unhurried, 'postgres');
    hashPerson = await loadPersonHash(unhurried);
  } finally {
    await unhurried.destroy();
  }
  const { sql, pool } = connect({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    statement_timeout: queryTimeoutMs,
    keepAlive: true,
  });
  // Postgres groups its commits and does not block this process while it flushes them.
  return { engine: 'postgres', sql, hashPerson, pool, unflushed: (act) => act(sql), close: () => sql.destroy() };
}

/** What a newer version has added does no harm: this one may restart while the newer one is being rolled out. */
async function checkSchema(sql: Kysely<Schema>, engine: Engine): Promise<SchemaState> {
  const state = await readSchemaState(sql, engine);
  if (state === 'foreign') throw new ForeignDatabaseError();
  return state;
}

/** Does nothing if another process has created them in the meantime. */
async function createTables(sql: Kysely<Schema>, engine: Engine): Promise<void> {
  const schema = engine === 'postgres' ? await currentSchema(sql) : undefined;
  const migrator = new Migrator({
    db: sql,
    provider: { getMigrations: async () => migrationsFor(engine) },
    // Without it, kysely might read another schema's migration table instead of ours.
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function currentSchema(sql: Kysely<Schema>): Promise<string | undefined> {
  const { rows } = await raw<{ name: string | null }>`select current_schema() as name`.execute(sql);
  return rows[0]?.name ?? undefined;
}

/**
 * The clock that decides when claims expire, in milliseconds since 1970: the database's time on Postgres, which several
 * machines may share, because their own clocks differ and jump; on SQLite the process's.
 */
export async function databaseTime({ sql, engine }: Database, clock: Clock): Promise<number> {
  if (engine === 'sqlite') return clock.now();
  const epoch = raw<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  const { now } = await sql.selectNoFrom(epoch.as('now')).executeTakeFirstOrThrow();
  return now;
}
