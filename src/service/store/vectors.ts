/** Embeddings by the hash of model and text, so that no text is embedded twice. */
import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Schema } from '../../kit/sql/schema.ts';

/** Rows per statement: databases limit the number of parameters. */
const batchSize = 400;

/** Returns the stored embeddings, by hash, and marks them as used now. */
export async function findVectors(
  sql: Kysely<Schema>,
  hashes: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const batch of toBatches(hashes)) {
    const rows = await sql.selectFrom('vectors').select(['hash', 'vector']).where('hash', 'in', batch).execute();
    for (const { hash, vector } of rows) found.set(hash, vector);
    if (rows.length > 0) await sql.updateTable('vectors').set({ used_at: now }).where('hash', 'in', batch).execute();
  }
  return found;
}

/** Marks embeddings as used now, so that those of served docs are never deleted, however long ago they were read. */
export async function markVectorsUsed(sql: Kysely<Schema>, hashes: readonly string[], now: number): Promise<void> {
  for (const batch of toBatches(hashes)) {
    await sql.updateTable('vectors').set({ used_at: now }).where('hash', 'in', batch).execute();
    await setImmediate();
  }
}

/** Keeps embeddings that another process has saved in the meantime. */
export async function saveVectors(
  sql: Kysely<Schema>,
  vectors: ReadonlyMap<string, string>,
  now: number,
): Promise<void> {
  const rows = [...vectors].map(([hash, vector]) => ({ hash, vector, used_at: now }));
  for (const batch of toBatches(rows)) {
    await sql
      .insertInto('vectors')
      .values(batch)
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
  }
}

function toBatches<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / batchSize) }, (_, at) =>
    all.slice(at * batchSize, (at + 1) * batchSize),
  );
}
