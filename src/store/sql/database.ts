/**
 * SQLite or Postgres, opened and brought up to date. In: a DATABASE_URL. Out: kysely on that engine. Effects: a file or
 * a pool of connections, held until `close`.
 */
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  Kysely,
  PostgresDialect,
  sql as raw,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { StoreError } from '../../core/model/errors.ts';
import { type Engine, migrationsFor } from './migrations.ts';
import type { Schema } from './schema.ts';

/** An open database. Whoever opened it closes it. */
export interface Database {
  readonly engine: Engine;
  readonly sql: Kysely<Schema>;
  /** Of a Postgres, for what goes past kysely. */
  readonly pool?: pg.Pool;
  close(): Promise<void>;
}

/** How long a SQLite write waits for another process that holds the file (a backup, a command). */
const busyTimeoutMs = 5_000;
/** Without these a Postgres that went silent would hold a question, and with it its platform, for minutes. */
const connectTimeoutMs = 5_000;
const queryTimeoutMs = 10_000;
const maxConnections = 10;

/**
 * Opens `sqlite:<path>`, `sqlite::memory:` or `postgres://…` and runs the migrations that it lacks. A SQLite file that is
 * not there is made, readable by its owner alone. `upTo`: the last migration to run, for tests of an upgrade. Fails with
 * StoreError.
 */
export async function openDatabase(url: string, upTo?: string): Promise<Database> {
  try {
    return await (url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length), upTo) : openPostgres(url, upTo));
  } catch (error) {
    throw new StoreError(error);
  }
}

/**
 * Whether waiting may help: nobody answered, or the server said that it is starting, stopping or full. Source:
 * postgresql.org/docs/18/errcodes-appendix.html, read 2026-11-21.
 */
export function mayComeBack({ cause }: StoreError, url: string): boolean {
  if (url.startsWith('sqlite:')) return false;
  return !(cause instanceof pg.DatabaseError) || /^(08|53|57P)/.test(cause.code ?? '');
}

async function openSqlite(path: string, upTo: string | undefined): Promise<Database> {
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  const sql = new Kysely<Schema>({ dialect: new NodeSqliteDialect({ database: toKysely(database) }, database) });
  try {
    // Readers (a backup) then never wait for the writer; every commit still reaches the disk before it returns.
    database.exec('pragma journal_mode = wal; pragma synchronous = full');
    await migrate(sql, 'sqlite', upTo);
  } catch (error) {
    database.close();
    throw error;
  }
  return { engine: 'sqlite', sql, close: () => sql.destroy() };
}

async function openPostgres(url: string, upTo: string | undefined): Promise<Database> {
  // Migrations, and waiting for another process that runs them, may take longer than any query of ours.
  const { sql: patient } = connect({ connectionString: url, max: 1, connectionTimeoutMillis: connectTimeoutMs });
  try {
    await migrate(patient, 'postgres', upTo);
  } finally {
    await patient.destroy();
  }
  const { sql, pool } = connect({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    statement_timeout: queryTimeoutMs,
    keepAlive: true,
  });
  return { engine: 'postgres', sql, pool, close: () => sql.destroy() };
}

function connect(options: pg.PoolConfig): { readonly sql: Kysely<Schema>; readonly pool: pg.Pool } {
  const pool = new pg.Pool({ ...options, types: { getTypeParser } });
  // A connection that breaks while idle leaves the pool by itself; the next query tells whether the database is there.
  pool.on('error', () => {});
  // One that breaks while in use fails its query and says so once more as an event, which unheard ends the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { sql: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), pool };
}

/** Our bigints are counts and milliseconds, which a number holds exactly; pg would give them as strings. */
const getTypeParser: typeof pg.types.getTypeParser = (id, format) =>
  Number(id) === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format);

async function migrate(sql: Kysely<Schema>, engine: Engine, upTo: string | undefined): Promise<void> {
  const schema = engine === 'postgres' ? await currentSchema(sql) : undefined;
  const later = await laterMigrations(sql, schema);
  const migrator = new Migrator({
    db: sql,
    provider: { getMigrations: async () => ({ ...later, ...migrationsFor(engine) }) },
    // Unnamed, kysely would take another schema's list of migrations for ours.
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
 * Those that a newer version ran. While that one takes over, this one may start again beside it: there is nothing to do
 * for them here, and what they added does no harm.
 */
async function laterMigrations(sql: Kysely<Schema>, schema: string | undefined): Promise<Record<string, Migration>> {
  const tables = await sql.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE && table.schema === schema)) return {};
  const { rows } = await raw<{ name: string }>`select name from ${raw.table(DEFAULT_MIGRATION_TABLE)}`.execute(sql);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: async () => {} }]));
}

/** node:sqlite as the better-sqlite3 that kysely's dialect expects. */
function toKysely(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, ReturnType<SqliteDatabase['prepare']>>();
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = prepared.get(sql);
      if (known) return known;
      const statement = toStatement(database.prepare(sql));
      // Lists of ids make ever new texts: without a bound these would only gather.
      if (prepared.size >= maxPrepared) prepared.clear();
      prepared.set(sql, statement);
      return statement;
    },
  };
}

/** Preparing costs more than running most of our statements, which are the same few again and again. */
const maxPrepared = 200;

function toStatement(statement: StatementSync): ReturnType<SqliteDatabase['prepare']> {
  return {
    // Asked each time: after a migration a statement's columns may be others.
    get reader() {
      return statement.columns().length > 0;
    },
    all: (parameters) => statement.all(...toInput(parameters)),
    run: (parameters) => statement.run(...toInput(parameters)),
    // Only `stream()` of kysely reads row by row, and nothing here does: two at once would share one statement.
    iterate: (parameters) => statement.iterate(...toInput(parameters)),
  };
}

function toInput(parameters: readonly unknown[]): SQLInputValue[] {
  // kysely types parameters as unknown; ours are strings, numbers and null by Schema, and node:sqlite refuses the rest.
  return [...parameters] as SQLInputValue[];
}

class NodeSqliteDialect extends SqliteDialect implements Dialect {
  readonly #config: SqliteDialectConfig;
  readonly #database: DatabaseSync;

  constructor(config: SqliteDialectConfig, database: DatabaseSync) {
    super(config);
    this.#config = config;
    this.#database = database;
  }

  override createDriver(): Driver {
    return new NodeSqliteDriver(this.#config, this.#database);
  }

  override createAdapter(): DialectAdapter {
    return new NodeSqliteAdapter();
  }
}

class NodeSqliteDriver extends SqliteDriver {
  readonly #database: DatabaseSync;

  constructor(config: SqliteDialectConfig, database: DatabaseSync) {
    super(config);
    this.#database = database;
  }

  /** Takes the write lock at once: one that reads first and then writes could find that another process wrote between. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full disk makes SQLite undo it by itself; saying so again would hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }
}

class NodeSqliteAdapter extends SqliteAdapter {
  /** So a process killed in the middle of its first start leaves no half-made schema. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
