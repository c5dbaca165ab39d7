/**
 * Kysely's SQLite dialect over node:sqlite. Prepared statements are kept from one query to the next, and a query that finds
 * the file locked by another process waits for it by a timer: SQLite's own wait would block the event loop.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import type { Clock } from '../../base/clock.ts';

/** One connection: kysely lets one query or transaction at a time have it. */
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

/** How long SQLite itself waits for a lock, blocking the event loop: most locks are gone by then. */
export const blockingWaitMs = 10;
/** How long a query waits in all for another process that holds the file (a backup, a command). */
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

  /** Repeats the query while another process holds the file. */
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

  /** Takes the write lock at once: one that reads first and then writes could find that another process wrote between. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** On a full disk SQLite rolls back by itself; a second rollback would fail and hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy;
}

class NodeSqliteAdapter extends SqliteAdapter {
  /** So a process killed in the middle of its first start leaves no half-made schema. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
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
    // A migration may change which columns a statement has, but not whether it has any.
    reader: statement.columns().length > 0,
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
