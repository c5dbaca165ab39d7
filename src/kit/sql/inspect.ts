/** Inspects a database without changing it: its schema version, the free disk space, and whether a process owns it. */
import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { FileLockedError, lockFile, sqlitePathOf } from './file-lock.ts';
import { migrationsFor } from './migrations/migrations.ts';
import { StoreError } from './store-errors.ts';

export interface DatabaseFacts {
  /** `SQLite 3.50.4`, `PostgreSQL 18.1`. */
  readonly engine: string;
  /** missing: the next start creates it. newer: a later version of Docent has migrated it. */
  readonly schema: 'missing' | 'older' | 'current' | 'newer';
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
  const database = new DatabaseSync(path, { readOnly: true, timeout: timeoutMs });
  try {
    const hasTable = database.prepare('select 1 from sqlite_schema where name = ?').get(DEFAULT_MIGRATION_TABLE);
    const rows = hasTable ? database.prepare(`select name from ${DEFAULT_MIGRATION_TABLE}`).all() : [];
    const done = rows.map(({ name }) => String(name));
    return { engine, schema: schemaOf(done, 'sqlite'), isOwned: isOwned(path) };
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
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  // A dropped connection must not crash the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows: versions } = await client.query('show server_version');
    const engine = `PostgreSQL ${String(versions[0]?.server_version).split(' ')[0]}`;
    const { rows: tables } = await client.query('select to_regclass($1) as name', [DEFAULT_MIGRATION_TABLE]);
    if (tables[0]?.name === null) return { engine, schema: 'missing' };
    const { rows } = await client.query(`select name from ${DEFAULT_MIGRATION_TABLE}`);
    return {
      engine,
      schema: schemaOf(
        rows.map(({ name }) => String(name)),
        'postgres',
      ),
    };
  } finally {
    await client.end();
  }
}

function schemaOf(done: readonly string[], engine: 'sqlite' | 'postgres'): DatabaseFacts['schema'] {
  const known = Object.keys(migrationsFor(engine));
  if (done.length === 0) return 'missing';
  if (done.some((name) => !known.includes(name))) return 'newer';
  return done.length === known.length ? 'current' : 'older';
}
