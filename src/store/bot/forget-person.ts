/** Removes what is known of people from a database that a bot may be using. */
import { sql as raw } from 'kysely';
import { StoreError } from '../../core/model/errors.ts';
import type { RemovedCounts } from '../../core/ports/store.ts';
import { type Database, openDatabase } from '../sql/database.ts';
import { FileLockedError, openLockedDatabase } from '../sql/file-lock.ts';
import { createStore } from './store.ts';

/** How much was removed, or why nothing was, or not all. */
export type Forgotten = RemovedCounts | StoreError;

export interface ForgetRequest {
  readonly people: readonly string[];
  readonly now: number;
  /** Of each person in turn; one who could not be forgotten keeps nobody else from it. */
  onResult(person: string, result: Forgotten): void;
}

/**
 * Rewrites a SQLite file where no bot works on it, since all others wait meanwhile: versions that did not overwrite what they
 * deleted may have left it there. Returns whether it did. Fails with StoreError.
 */
export async function forgetPeople(url: string, { people, now, onResult }: ForgetRequest): Promise<boolean> {
  const { database, isOurs } = await open(url);
  const store = createStore(database);
  try {
    for (const person of people) {
      const result = await store.forget(person, now).catch((error: unknown) => {
        if (error instanceof StoreError) return error;
        throw error;
      });
      onResult(person, result);
    }
    const isRewritten = isOurs && database.engine === 'sqlite';
    if (isRewritten) await rewrite(database);
    return isRewritten;
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
