/**
 * Questions counted in the transaction that takes them. On Postgres others may count, or change what was decided on, at the same
 * time: who finds a window over its limit, or something changed, repeats its transaction with what is so then.
 */
import type { Transaction } from 'kysely';
import type { CountedWindow } from '../../../core/ports/use-window.ts';
import type { Database } from '../../sql/database.ts';
import type { Schema } from '../../sql/schema.ts';
import { countUses } from '../../sql/uses.ts';

/** Ends a transaction that is to be repeated: what was decided on has changed since it was read. */
export class FactsChanged extends Error {}

/** A transaction that may fail with FactsChanged, and is repeated then. */
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

/** Counts one more in each of these windows, and returns what is counted then. */
export async function countWithin(
  tx: Transaction<Schema>,
  windows: readonly CountedWindow[],
  now: number,
): Promise<readonly CountedWindow[]> {
  const counted = await countUses(tx, windows, now);
  const isPassed = counted.some(({ used, max }, index) => used > max && (windows[index]?.used ?? 0) < max);
  if (isPassed) throw new FactsChanged();
  return counted;
}
