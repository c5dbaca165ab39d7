/** Backs up a SQLite database while others use it, and restores it. */
import { chmodSync, closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { readFileSchema } from './inspect.ts';
import { StoreError } from './store-errors.ts';

/** All pages in one step: a backup in several steps starts over whenever the database is written to between two of them. */
const everyPage = 2_147_483_647;

/**
 * Writes a snapshot of `from`, without blocking writers. The file appears whole or not at all, readable only by its owner.
 * Fails with StoreError.
 */
export async function backUpFile(from: string, to: string): Promise<void> {
  const part = `${to}.part`;
  try {
    rmSync(part, { force: true });
    closeSync(openSync(part, 'wx', 0o600));
    await copyThenRename(from, part, to);
  } catch (error) {
    throw new StoreError(error);
  }
}

async function copyThenRename(from: string, part: string, to: string): Promise<void> {
  try {
    await copy(from, part);
    leaveWalMode(part);
    renameSync(part, to);
  } catch (error) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${part}${suffix}`, { force: true });
    throw error;
  }
}

/** Reading a file in WAL mode leaves `-wal` and `-shm` files beside it, and fails in a folder that cannot be written to. */
function leaveWalMode(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec('pragma journal_mode = delete');
  } finally {
    database.close();
  }
}

/**
 * Replaces the content of `to` with that of `from` in one transaction, so a crash leaves the old content in place. The
 * caller must hold the lock on `to`. Fails with StoreError.
 */
export async function restoreFile(from: string, to: string): Promise<void> {
  try {
    await copy(from, to);
    chmodSync(to, 0o600);
  } catch (error) {
    throw new StoreError(error);
  }
}

/** Whether this version can use a file, or it is another database, or damaged. Fails with StoreError if it cannot be read. */
export async function inspectFile(path: string): Promise<'docent' | 'other' | 'damaged'> {
  try {
    if (!isIntact(path)) return 'damaged';
    const schema = await readFileSchema(path);
    return schema === 'current' || schema === 'newer' ? 'docent' : 'other';
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && damagedCodes.has(Number(error.errcode))) return 'damaged';
    throw new StoreError(error);
  }
}

function isIntact(path: string): boolean {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare('pragma quick_check(1)').get()?.quick_check === 'ok';
  } finally {
    database.close();
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. Source: sqlite.org/rescode.html, read 2026-11-21. */
const damagedCodes: ReadonlySet<number> = new Set([11, 26]);

async function copy(from: string, to: string): Promise<void> {
  const database = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(database, to, { rate: everyPage });
  } finally {
    database.close();
  }
}
