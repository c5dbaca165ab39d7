/** Removes everything about a person from a database, even while a bot is using it. */
import { sql as raw } from 'kysely';
import { type Database, openDatabase } from '../../kit/sql/database.ts';
import { emptyLog } from '../../kit/sql/empty-log.ts';
import { FileLockedError, openLockedDatabase } from '../../kit/sql/file-lock.ts';
import { StoreError } from '../../kit/sql/store-errors.ts';
import type { RemovedCounts } from '../core/ports/store.ts';
import { createStore } from './store.ts';

/** How much was removed, or why it failed, perhaps halfway. */
export type Forgotten = RemovedCounts | StoreError;

export interface ForgetRequest {
  readonly people: readonly string[];
  readonly now: number;
  /** Called for each person in turn. A failure does not keep the others from being forgotten. */
  onResult(person: string, result: Forgotten): void;
}

/**
 * Also rewrites a SQLite file if no bot is using it, since a rewrite blocks everyone else: older versions, which did not
 * overwrite what they deleted, may have left traces. Returns whether it did. Fails with StoreError.
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

async function rewrite(database: Database): Promise<void> {
  try {
    await raw`vacuum`.execute(database.sql);
    await emptyLog(database);
  } catch (error) {
    throw new StoreError(error);
  }
}
