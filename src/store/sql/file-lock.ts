/**
 * Locks a SQLite file for one bot, any number of services, or a restore by itself, by empty files `…-owner` and `…-service`
 * beside it.
 *
 * The locks are the operating system's (SQLite takes them, for transactions that never write), so they end with the
 * process, however it ends: a dead owner never blocks a start. Commands that only read or manage keys open the database
 * without a lock. Postgres needs none: claims keep its processes apart.
 */
import { closeSync, openSync, realpathSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../../core/model/errors.ts';
import { type Database, openDatabase } from './database.ts';

/** Another process has locked the file. */
export class FileLockedError extends Error {
  override readonly name = 'FileLockedError';

  constructor(cause?: unknown) {
    super('the database is owned by another process', { cause });
  }
}

/** SQLite's result code for a lock that somebody else holds. Source: sqlite.org/rescode.html, read 2026-11-21. */
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

/** The file of a `sqlite:` address; undefined for a database in memory and for Postgres. */
export function sqlitePathOf(url: string): string | undefined {
  const path = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : ':memory:';
  return path === ':memory:' ? undefined : path;
}

/** Unlocks a file. */
export type Unlock = () => void;

/** For the one bot. Fails with FileLockedError and StoreError. */
export function lockFile(path: string): Unlock {
  return lock(path, 'owner', 'begin exclusive');
}

/** For one of its services; does nothing for a database in memory or Postgres. Fails with FileLockedError and StoreError. */
export function shareFile(url: string): Unlock {
  const path = sqlitePathOf(url);
  return path === undefined ? () => {} : lock(path, 'service', 'begin; select name from sqlite_schema');
}

/** For nobody else. Fails with FileLockedError and StoreError. */
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

/** Holds the lock that `begin` takes. */
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

/** Two names of one file have one lock. */
function realPath(path: string): string {
  closeSync(openSync(path, 'a', 0o600));
  return realpathSync(path);
}
