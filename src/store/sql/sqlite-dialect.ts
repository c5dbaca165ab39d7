/** Kysely's SQLite dialect over node:sqlite, with prepared statements kept from one query to the next. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';

/** One connection: kysely lets one query or transaction at a time have it. */
export class NodeSqliteDialect extends SqliteDialect implements Dialect {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    super({ database: toKysely(database) });
    this.#database = database;
  }

  override createDriver(): Driver {
    return new NodeSqliteDriver(this.#database);
  }

  override createAdapter(): DialectAdapter {
    return new NodeSqliteAdapter();
  }
}

class NodeSqliteDriver extends SqliteDriver {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    super({ database: toKysely(database) });
    this.#database = database;
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
