/**
 * SQLite: its pragmas, and kysely's dialect over node:sqlite. Prepared statements are cached, and a query that finds the
 * file locked by another process is retried on a timer, because SQLite's own wait would block the event loop.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryResult,
  sql as raw,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Schema } from './schema.ts';

/** One connection: kysely gives it to one query or transaction at a time. */
export class NodeSqliteDialect extends SqliteDialect implements Dialect {
  readonly #database: DatabaseSync;
  readonly #clock: Clock;

  constructor(database: DatabaseSync, clock: Clock) {
    super({ database: toKysely(database) });
    this.#database = database;
    this.#clock = clock;
  }

  override createDriver(): Driver {
    return new NodeSqliteDriver(this.#database, this.#clock);
  }

  override createAdapter(): DialectAdapter {
    return new NodeSqliteAdapter();
  }
}

/** Whether a commit waits for the disk, or may be lost if the machine crashes. */
export type Synchronous = 'full' | 'normal';

/** What a file keeps, and what holds until its connection is closed. Source: sqlite.org/pragma.html. */
export async function setPragmas(sql: Kysely<Schema>, synchronous: Synchronous): Promise<void> {
  // In WAL mode readers (a backup) never wait for the writer.
  await raw`pragma journal_mode = wal`.execute(sql);
  // Overwrites deleted and changed content, so that it does not linger in the file.
  await raw`pragma secure_delete = on`.execute(sql);
  await raw`pragma synchronous = ${raw.lit(synchronous)}`.execute(sql);
}

export function setSynchronous(database: DatabaseSync, synchronous: Synchronous): void {
  database.exec(`pragma synchronous = ${synchronous}`);
}

/** How long SQLite itself waits for a lock, blocking the event loop. Most locks are released by then. */
export const blockingWaitMs = 10;
/** How long a query waits in total while another process has the file locked (a backup, a command). */
const maxWaitMs = 5_000;
const maxPauseMs = 100;
/** SQLITE_BUSY, in the lower byte of an extended result code. Source: sqlite.org/rescode.html, read 2026-11-21. */
const sqliteBusy = 5;

class NodeSqliteDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  readonly #clock: Clock;

  constructor(database: DatabaseSync, clock: Clock) {
    super({ database: toKysely(database) });
    this.#database = database;
    this.#clock = clock;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query) => this.#executeUnlocked(connection, query),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
  }

  /** Retries the query while another process has the file locked. */
  async #executeUnlocked<Row>(connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    const until = this.#clock.now() + maxWaitMs;
    for (let pauseMs = blockingWaitMs; ; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
      try {
        return await connection.executeQuery<Row>(query);
      } catch (error) {
        if (!isBusy(error) || this.#clock.now() >= until) throw error;
      }
      await this.#clock.wait(pauseMs);
    }
  }

  /**
   * Takes the write lock up front: after a read, the first write could fail because another process wrote in between.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** When the disk is full SQLite has already rolled back; a second rollback would fail and hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy;
}

class NodeSqliteAdapter extends SqliteAdapter {
  /** So that a process killed during its first start leaves no half-made schema. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Adapts node:sqlite to the better-sqlite3 interface that kysely's dialect expects. */
function toKysely(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, ReturnType<SqliteDatabase['prepare']>>();
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = prepared.get(sql);
      if (known) return known;
      const statement = toStatement(database.prepare(sql));
      // Lists of ids of varying length make ever new statements, so the cache needs a bound.
      if (prepared.size >= maxPrepared) prepared.clear();
      prepared.set(sql, statement);
      return statement;
    },
  };
}

/** Preparing costs more than running most of our statements, and the same few come up again and again. */
const maxPrepared = 200;

function toStatement(statement: StatementSync): ReturnType<SqliteDatabase['prepare']> {
  return {
    // A migration may change which columns a statement returns, but not whether it returns any.
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...toInput(parameters)),
    run: (parameters) => statement.run(...toInput(parameters)),
    // Only kysely's `stream()` uses this, and nothing here calls it: two at a time would share one statement.
    iterate: (parameters) => statement.iterate(...toInput(parameters)),
  };
}

function toInput(parameters: readonly unknown[]): SQLInputValue[] {
  // kysely types parameters as unknown; by Schema ours are strings, numbers and null, and node:sqlite rejects anything
  // else.
  return [...parameters] as SQLInputValue[];
}
