/** Removes what is known of a person from a database that a bot may be using. */
import { sql as raw } from 'kysely';
import { StoreError } from '../../core/model/errors.ts';
import type { RemovedCounts } from '../../core/ports/store.ts';
import { type Database, openDatabase } from '../sql/database.ts';
import { FileLockedError, openLockedDatabase } from '../sql/file-lock.ts';
import { createStore } from './store.ts';

export interface Forgotten extends RemovedCounts {
  /** The file was rewritten: versions that did not overwrite what they deleted may have left it there. */
  readonly isRewritten: boolean;
}

/** Rewrites a SQLite file where no bot works on it, since all others wait meanwhile. Fails with StoreError. */
export async function forgetPerson(url: string, person: string, now: number): Promise<Forgotten> {
  const { database, isOurs } = await open(url);
  const store = createStore(database);
  try {
    const isRewritten = isOurs && database.engine === 'sqlite';
    const counts = await store.forget(person, now);
    if (isRewritten) await rewrite(database);
    return { ...counts, isRewritten };
  } finally {
    await store.close();
  }
}

async function open(url: string): Promise<{ readonly database: Database; readonly isOurs: boolean }> {
  try {
    return { database: await openLockedDatabase(url), isOurs: true };
  } catch (error) {
    if (!(error instanceof FileLockedError)) throw error;
    return { database: await openDatabase(url), isOurs: false };
  }
}

async function rewrite({ sql }: Database): Promise<void> {
  try {
    await raw`vacuum`.execute(sql);
    await raw`pragma wal_checkpoint(truncate)`.execute(sql);
  } catch (error) {
    throw new StoreError(error);
  }
}
