/**
 * Locks a SQLite file for one bot and any number of services, or for a single restore, with the empty files `…-owner` and
 * `…-service` beside it.
 *
 * The locks are the operating system's (SQLite takes them, for transactions that never write), so they are released
 * however the process ends: a dead owner never blocks a start. Commands that only read or manage keys open the database
 * without a lock. Postgres needs no lock: its processes coordinate through claims.
 */
import { closeSync, openSync, realpathSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Database, openDatabase } from './database.ts';
import { StoreError } from './store-errors.ts';

/** Another process has locked the file. */
export class FileLockedError extends Error {
  override readonly name = 'FileLockedError';

  constructor(cause?: unknown) {
    super('the database is in use by another process', { cause });
  }
}

/** SQLite's result code for a lock that is held elsewhere. Source: sqlite.org/rescode.html, read 2026-11-21. */
const sqliteBusy = 5;

/** Like `openDatabase`, for the process that claims turns. Fails with FileLockedError and StoreError. */
export async function openLockedDatabase(url: string): Promise<Database> {
  const path = sqlitePathOf(url);
  if (path === undefined) return openDatabase(url);
  const unlock = lockFile(path);
  try {
    const database = await openDatabase(url);
    return { ...database, close: () => database.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The file of a `sqlite:` URL; undefined for an in-memory database and for Postgres. */
export function sqlitePathOf(url: string): string | undefined {
  const path = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : ':memory:';
  return path === ':memory:' ? undefined : path;
}

/** Releases the lock. */
export type Unlock = () => void;

/** Takes the bot's lock, which one process at a time can hold. Fails with FileLockedError and StoreError. */
export function lockFile(path: string): Unlock {
  return lock(path, 'owner', 'begin exclusive');
}

/** Takes the shared lock of a service; does nothing for an in-memory database or Postgres. Fails like lockFile. */
export function shareFile(url: string): Unlock {
  const path = sqlitePathOf(url);
  return path === undefined ? () => {} : lock(path, 'service', 'begin; select name from sqlite_schema');
}

/** Takes both locks, so that neither a bot nor a service can use the file. Fails like lockFile. */
export function lockFileExclusively(path: string): Unlock {
  const unlock = lockFile(path);
  try {
    const unshare = lock(path, 'service', 'begin exclusive');
    return () => {
      unshare();
      unlock();
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Keeps the transaction that `begin` starts open, and with it the lock. */
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

/** Resolves symlinks, so that two names of one file share one lock. */
function realPath(path: string): string {
  closeSync(openSync(path, 'a', 0o600));
  return realpathSync(path);
}
