/**
 * Who works with a SQLite file: one bot, any number of services, or a restore by itself. In: a DATABASE_URL. Out: the
 * database, or the file, owned or shared until it is given back. Effects: empty files `…-owner` and `…-service` beside the
 * database, and locks on them.
 *
 * The locks are the operating system's (SQLite's own, of transactions that never write), so they end with the process,
 * however that ends: a dead owner never blocks a start. Who only reads or keeps keys opens the database without a lock.
 * Postgres has as many owners as like to: their claims keep them apart.
 */
import { closeSync, openSync, realpathSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../../core/model/errors.ts';
import { type Database, openDatabase } from './database.ts';

/** Another process owns the file, or shares it and it was wanted alone. */
export class FileLockedError extends Error {
  override readonly name = 'OwnedError';

  constructor(cause?: unknown) {
    super('the database is owned by another process', { cause });
  }
}

/** SQLite's result code for a lock that somebody else holds. Source: sqlite.org/rescode.html, read 2026-11-21. */
const sqliteBusy = 5;

/** Like `openDatabase`, for who claims turns. Fails with OwnedError and StoreError. */
export async function openLockedDatabase(url: string): Promise<Database> {
  const path = sqlitePathOf(url);
  if (path === undefined) return openDatabase(url);
  const disown = lockFile(path);
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

/** Gives a file back. */
export type Unlock = () => void;

/** As the one bot. Fails with OwnedError and StoreError. */
export function lockFile(path: string): Unlock {
  return lock(path, 'owner', 'begin exclusive');
}

/** As one of its services; nothing to do for a database in memory or Postgres. Fails with OwnedError and StoreError. */
export function shareFile(url: string): Unlock {
  const path = sqlitePathOf(url);
  return path === undefined ? () => {} : lock(path, 'service', 'begin; select name from sqlite_schema');
}

/** As nobody else's. Fails with OwnedError and StoreError. */
export function lockFileAlone(path: string): Unlock {
  const disown = lockFile(path);
  try {
    const unshare = lock(path, 'service', 'begin exclusive');
    return () => {
      unshare();
      disown();
    };
  } catch (error) {
    disown();
    throw error;
  }
}

/** The lock that `begin` takes lasts until it is given back. */
function lock(path: string, role: string, begin: string): Unlock {
  try {
    const held = openLock(`${realPath(path)}-${role}`, begin);
    return () => held.close();
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) throw new FileLockedError(error);
    throw new StoreError(error);
  }
}

function openLock(path: string, begin: string): DatabaseSync {
  closeSync(openSync(path, 'a', 0o600));
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec(begin);
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
