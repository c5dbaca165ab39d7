/**
 * Counts questions in the transaction that accepts them. On Postgres another process may count, or change the facts of the
 * decision, at the same time: a transaction that finds a window over its limit or changed facts is repeated.
 */
import type { Transaction } from 'kysely';
import type { Database } from '../../../kit/sql/database.ts';
import type { Schema } from '../../../kit/sql/schema.ts';
import { countUses } from '../../../kit/sql/uses.ts';
import type { CountedWindow } from '../../core/ports/use-window.ts';

/** Rolls back a transaction for a retry, because the facts of its decision have changed since they were read. */
export class FactsChanged extends Error {}

/** Runs a transaction, again whenever it fails with FactsChanged. */
export async function transactOnFacts<T>(
  { sql }: Pick<Database, 'sql'>,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await sql.transaction().execute(work);
    } catch (error) {
      if (!(error instanceof FactsChanged)) throw error;
    }
  }
}

/** Counts one use in each window and returns the new counts. Fails with FactsChanged. */
export async function countWithin(
  tx: Transaction<Schema>,
  windows: readonly CountedWindow[],
  now: number,
): Promise<readonly CountedWindow[]> {
  const counted = await countUses(tx, windows, now);
  const isExceeded = counted.some(({ used, max }, index) => used > max && (windows[index]?.used ?? 0) < max);
  if (isExceeded) throw new FactsChanged();
  return counted;
}
