/**
 * What texts mean, as an embedding model told it, so that none is asked about twice. In: hashes of texts. Out: vectors as
 * text. Effects: the database.
 */
import type { Kysely } from 'kysely';
import type { Schema } from '../sql/schema.ts';

/** Rows asked for or written with one statement: a database takes only so many values at once. */
const atOnce = 400;

/** Of those that are known, by hash. They count as used now. */
export async function findVectors(
  sql: Kysely<Schema>,
  hashes: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const some of parted(hashes)) {
    const rows = await sql.selectFrom('vectors').select(['hash', 'vector']).where('hash', 'in', some).execute();
    for (const { hash, vector } of rows) found.set(hash, vector);
    if (rows.length > 0) await sql.updateTable('vectors').set({ used_at: now }).where('hash', 'in', some).execute();
  }
  return found;
}

/** One that another process kept meanwhile stays. */
export async function saveVectors(
  sql: Kysely<Schema>,
  vectors: ReadonlyMap<string, string>,
  now: number,
): Promise<void> {
  const rows = [...vectors].map(([hash, vector]) => ({ hash, vector, used_at: now }));
  for (const some of parted(rows)) {
    await sql
      .insertInto('vectors')
      .values(some)
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
  }
}

function parted<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / atOnce) }, (_, at) => all.slice(at * atOnce, (at + 1) * atOnce));
}
