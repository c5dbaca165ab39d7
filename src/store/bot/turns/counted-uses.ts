/**
 * Questions counted in the transaction that takes them. Two processes may count at once on Postgres: one of them finds a window
 * over its limit then, and repeats its transaction with the new counts, so that no limit is ever passed.
 */
import type { Transaction } from 'kysely';
import type { CountedWindow } from '../../../core/ports/use-window.ts';
import type { Database } from '../../sql/database.ts';
import type { Schema } from '../../sql/schema.ts';
import { countUses } from '../../sql/uses.ts';

class LimitPassed extends Error {}

/** A transaction in which `countWithin` may be called. */
export async function transactCounting<T>(
  { sql }: Pick<Database, 'sql'>,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await sql.transaction().execute(work);
    } catch (error) {
      if (!(error instanceof LimitPassed)) throw error;
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
  if (isPassed) throw new LimitPassed();
  return counted;
}
