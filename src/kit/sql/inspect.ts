/** Inspects a database without changing it: its schema, the free disk space, and whether a process owns it. */
import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql as raw } from 'kysely';
import { systemClock } from '../base/clock.ts';
import { FileLockedError, lockFile, sqlitePathOf } from './file-lock.ts';
import { readSchemaState, type SchemaState } from './migrations.ts';
import type { Schema } from './schema.ts';
import { NodeSqliteDialect } from './sqlite.ts';
import { StoreError } from './store-errors.ts';

export interface DatabaseFacts {
  /** `SQLite 3.50.4`, `PostgreSQL 18.1`. */
  readonly engine: string;
  readonly schema: SchemaState;
  /** Whether another process owns the file right now; unknown for Postgres. */
  readonly isOwned?: boolean;
}

const timeoutMs = 5_000;

/** Fails with StoreError. */
export async function inspectDatabase(url: string): Promise<DatabaseFacts> {
  try {
    return url.startsWith('sqlite:') ? await inspectSqlite(sqlitePathOf(url)) : await inspectPostgres(url);
  } catch (error) {
    throw error instanceof StoreError ? error : new StoreError(error);
  }
}

/** Free bytes on the disk of a SQLite file; undefined for other databases, and where the file system does not report it. */
export async function freeBytesFor(url: string): Promise<number | undefined> {
  const path = url.startsWith('sqlite:') ? sqlitePathOf(url) : undefined;
  const stats = path === undefined ? undefined : await statfs(dirname(resolve(path))).catch(() => undefined);
  return stats && stats.bavail * stats.bsize;
}

async function inspectSqlite(path: string | undefined): Promise<DatabaseFacts> {
  const engine = `SQLite ${process.versions.sqlite ?? ''}`.trim();
  if (path === undefined) return { engine, schema: 'missing' };
  const folder = dirname(resolve(path));
  await access(folder, constants.W_OK);
  if (!existsSync(path)) return { engine, schema: 'missing' };
  await access(path, constants.R_OK | constants.W_OK);
  return { engine, schema: await readFileSchema(path), isOwned: isOwned(path) };
}

/** Fails with SQLite's own errors. */
export async function readFileSchema(path: string): Promise<SchemaState> {
  const database = new DatabaseSync(path, { readOnly: true, timeout: timeoutMs });
  try {
    const sql = new Kysely<Schema>({ dialect: new NodeSqliteDialect(database, systemClock) });
    return await readSchemaState(sql, 'sqlite');
  } finally {
    database.close();
  }
}

function isOwned(path: string): boolean {
  try {
    lockFile(path)();
    return false;
  } catch (error) {
    if (error instanceof FileLockedError) return true;
    throw error;
  }
}

async function inspectPostgres(url: string): Promise<DatabaseFacts> {
  const { connect } = await import('./postgres.ts');
  const limits = { max: 1, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
  const { sql } = connect({ connectionString: url, ...limits });
  try {
    const { rows } = await raw<{ server_version: string }>`show server_version`.execute(sql);
    const engine = `PostgreSQL ${rows[0]?.server_version.split(' ')[0]}`;
    return { engine, schema: await readSchemaState(sql, 'postgres') };
  } finally {
    await sql.destroy();
  }
}
