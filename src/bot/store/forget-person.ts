/** Removes everything about a person from a database, even while a bot is using it. */
import { openDatabase } from '../../kit/sql/database.ts';
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

/** Fails with StoreError. */
export async function forgetPeople(url: string, { people, now, onResult }: ForgetRequest): Promise<void> {
  const store = createStore(await openDatabase(url));
  try {
    for (const person of people) {
      const result = await store.forget(person, now).catch((error: unknown) => {
        if (error instanceof StoreError) return error;
        throw error;
      });
      onResult(person, result);
    }
  } finally {
    await store.close();
  }
}
