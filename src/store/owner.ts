/**
 * One bot to a SQLite file. In: a DATABASE_URL. Out: the database, owned until `close`. Effects: an empty file
 * `…-owner` beside the database, and a lock on it.
 *
 * The lock is the operating system's (SQLite's own, of a transaction that never writes), so it ends with the process,
 * however that ends: a dead owner never blocks a start. Who only reads or keeps keys opens the database without owning it.
 * Postgres has as many owners as like to: their claims keep them apart.
 */
import { closeSync, openSync, realpathSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../core/errors.ts';
import { type Database, openDatabase } from './database.ts';

/** Another bot owns the file. */
export class OwnedError extends Error {
  override readonly name = 'OwnedError';

  constructor(cause?: unknown) {
    super('the database is owned by another process', { cause });
  }
}

/** SQLite's result code for a lock that somebody else holds. Source: sqlite.org/rescode.html, read 2026-11-21. */
const sqliteBusy = 5;

/** Like `openDatabase`, for who claims turns. Fails with OwnedError and StoreError. */
export async function openOwnDatabase(url: string): Promise<Database> {
  const path = sqlitePathOf(url);
  if (path === undefined) return openDatabase(url);
  const disown = own(path);
  try {
    const database = await openDatabase(url);
    return { ...database, close: () => database.close().finally(disown) };
  } catch (error) {
    disown();
    throw error;
  }
}

/** The file of a `sqlite:` address; undefined for a database in memory and for Postgres. */
export function sqlitePathOf(url: string): string | undefined {
  const path = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : ':memory:';
  return path === ':memory:' ? undefined : path;
}

/** Owns the file until what it gives is called. Fails with OwnedError and StoreError. */
export function own(path: string): () => void {
  try {
    const lock = openLock(`${realPath(path)}-owner`);
    return () => lock.close();
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) throw new OwnedError(error);
    throw new StoreError(error);
  }
}

function openLock(path: string): DatabaseSync {
  closeSync(openSync(path, 'a', 0o600));
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Two names of one file have one owner. */
function realPath(path: string): string {
  closeSync(openSync(path, 'a', 0o600));
  return realpathSync(path);
}
