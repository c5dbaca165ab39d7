/**
 * A SQLite database copied whole while others use it. In: two files. Out: the copy, or the sentence's reason why not.
 * Effects: the file that is written.
 */
import { chmodSync, closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { StoreError } from '../../core/model/errors.ts';

/** All pages in one step: a copy in several steps begins anew whenever somebody writes between two of them. */
const everyPage = 2_147_483_647;

/**
 * Writes a copy of `from` as it stands at one moment; whoever writes meanwhile does not wait. The file is there whole or
 * not at all, and its owner alone may read it. Fails with StoreError.
 */
export async function backUpFile(from: string, to: string): Promise<void> {
  const part = `${to}.part`;
  try {
    rmSync(part, { force: true });
    closeSync(openSync(part, 'wx', 0o600));
    await moveIn(from, part, to);
  } catch (error) {
    throw new StoreError(error);
  }
}

async function moveIn(from: string, part: string, to: string): Promise<void> {
  try {
    await copy(from, part);
    renameSync(part, to);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/**
 * Makes `to` what `from` holds, in one transaction: who reads it sees the one or the other, and a crash in the middle
 * leaves what was there. Own `to` before. Fails with StoreError.
 */
export async function restoreFile(from: string, to: string): Promise<void> {
  try {
    await copy(from, to);
    chmodSync(to, 0o600);
  } catch (error) {
    throw new StoreError(error);
  }
}

/** What a file is: a database of Docent's, another one, or damaged. Fails with StoreError when it cannot be read. */
export function inspectFile(path: string): 'docent' | 'other' | 'damaged' {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      const check = database.prepare('pragma quick_check(1)').get();
      if (check?.quick_check !== 'ok') return 'damaged';
      const tables = database
        .prepare(`select name from sqlite_master where name in ('kysely_migration', 'turns', 'conversations')`)
        .all();
      return tables.length === 3 ? 'docent' : 'other';
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && damagedCodes.has(Number(error.errcode))) return 'damaged';
    throw new StoreError(error);
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
