/** Opens a DATABASE_URL, SQLite or Postgres, and migrates it to the schema of this version. */
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql as raw } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { type Clock, systemClock } from '../base/clock.ts';
import type { Engine } from './migrations/columns.ts';
import { migrationsFor } from './migrations/migrations.ts';
import { type HashPerson, loadPersonHash } from './person-hash.ts';
import type { Schema } from './schema.ts';
import { blockingWaitMs, NodeSqliteDialect } from './sqlite-dialect.ts';
import { StoreError } from './store-errors.ts';

export type { Engine } from './migrations/columns.ts';

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
  readonly synchronous?: 'full' | 'normal';
  /** SQLite only: times the wait while another process has the file locked. */
  readonly clock?: Clock;
  /** The last migration to run, for tests of an upgrade. */
  readonly upTo?: string;
}

/**
 * Opens `sqlite:<path>`, `sqlite::memory:` or `postgres://…` and runs the pending migrations. A SQLite file that does not
 * exist is created. It is made readable only by its owner. Fails with StoreError.
 */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  try {
    if (!url.startsWith('sqlite:')) return await openPostgres(url, options);
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
  if (url.startsWith('sqlite:')) return false;
  // Only errors that the server sends have a severity. No instanceof: the pg library may not be loaded.
  if (!(cause instanceof Error) || !('severity' in cause)) return true;
  return 'code' in cause && /^(08|53|57P)/.test(String(cause.code));
}

async function openSqlite(path: string, options: DatabaseOptions): Promise<Database> {
  const { synchronous = 'full', clock = systemClock, upTo } = options;
  if (path !== ':memory:') makePrivate(path);
  const database = new DatabaseSync(path, { timeout: blockingWaitMs, enableForeignKeyConstraints: true });
  const sql = new Kysely<Schema>({ dialect: new NodeSqliteDialect(database, clock) });
  let hashPerson: HashPerson;
  try {
    // In WAL mode readers (a backup) never wait for the writer.
    await raw`pragma journal_mode = wal`.execute(sql);
    // Overwrites deleted and changed content, so that it does not linger in the file.
    await raw`pragma secure_delete = on`.execute(sql);
    await raw`pragma synchronous = ${raw.lit(synchronous)}`.execute(sql);
    await migrate(sql, 'sqlite', upTo);
    hashPerson = await hashOf(sql, upTo);
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
        database.exec('pragma synchronous = normal');
        try {
          return await act(held);
        } finally {
          database.exec(`pragma synchronous = ${synchronous}`);
        }
      }),
    close: () => sql.destroy(),
  };
}

/** Also a file that was there before, such as a copy; SQLite gives the files beside it the same rights when it creates them. */
function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`].filter((each) => existsSync(each))) {
    try {
      chmodSync(file, 0o600);
    } catch {
      // It belongs to somebody else; docent doctor says so.
    }
  }
}

/** Imports the Postgres client only when it is needed. */
async function openPostgres(url: string, { upTo }: DatabaseOptions): Promise<Database> {
  const { connect } = await import('./postgres.ts');
  // Migrations, and waiting for another process that runs them, may take longer than any other query.
  const { sql: unhurried } = connect({ connectionString: url, max: 1, connectionTimeoutMillis: connectTimeoutMs });
  let hashPerson: HashPerson;
  try {
    await migrate(unhurried, 'postgres', upTo);
    hashPerson = await hashOf(unhurried, upTo);
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

/** The schema of an old version has no `person_key` table. */
function hashOf(sql: Kysely<Schema>, upTo: string | undefined): Promise<HashPerson> {
  return upTo === undefined ? loadPersonHash(sql) : Promise.resolve((person) => person);
}

async function migrate(sql: Kysely<Schema>, engine: Engine, upTo: string | undefined): Promise<void> {
  const schema = engine === 'postgres' ? await currentSchema(sql) : undefined;
  const later = await laterMigrations(sql, schema);
  const migrator = new Migrator({
    db: sql,
    provider: { getMigrations: async () => ({ ...later, ...migrationsFor(engine) }) },
    // Without it, kysely might read another schema's migration table instead of ours.
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error) throw error;
}

async function currentSchema(sql: Kysely<Schema>): Promise<string | undefined> {
  const { rows } = await raw<{ name: string | null }>`select current_schema() as name`.execute(sql);
  return rows[0]?.name ?? undefined;
}

/**
 * Migrations that a newer version ran. This version may restart while the newer one is being rolled out: it has nothing to
 * do for them, and what they added does no harm.
 */
async function laterMigrations(sql: Kysely<Schema>, schema: string | undefined): Promise<Record<string, Migration>> {
  const tables = await sql.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE && table.schema === schema)) return {};
  const { rows } = await raw<{ name: string }>`select name from ${raw.table(DEFAULT_MIGRATION_TABLE)}`.execute(sql);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: async () => {} }]));
}
