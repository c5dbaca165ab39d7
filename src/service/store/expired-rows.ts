/** Deletes the service's expired rows in batches: on SQLite each statement blocks the event loop. */
import { type Kysely, sql as raw } from 'kysely';
import type { Schema } from '../../kit/sql/schema.ts';

/** Rows per statement, which takes a few milliseconds. Deleting a thread also deletes its messages. */
const batchSizes = { uses: 1_000, threads: 50, updates: 100, vectors: 500 };

/** Times in milliseconds since 1970. */
export interface Expiry {
  /** Quota windows that ended before now are deleted. */
  readonly now: number;
  /** Threads last used and updates ended before then are deleted; undefined keeps them. */
  readonly people: number | undefined;
  /** Embeddings last used before then are deleted. */
  readonly vectors: number;
}

/** Deletes a batch of expired rows. Returns whether there may be more. */
export async function deleteExpired(sql: Kysely<Schema>, { now, people = 0, vectors }: Expiry): Promise<boolean> {
  const expired = [
    ['uses', 'key', 'expire', now + 1],
    ['threads', 'id', 'used_at', people],
    ['updates', 'id', 'ended_at', people],
    ['vectors', 'hash', 'used_at', vectors],
  ] as const;
  let isMoreLeft = false;
  for (const [name, id, column, until] of expired) {
    const [table, key] = [raw.table(name), raw.ref(id)];
    const some = raw`select ${key} from ${table} where ${raw.ref(column)} < ${until} limit ${batchSizes[name]}`;
    const { numAffectedRows = 0n } = await raw`delete from ${table} where ${key} in (${some})`.execute(sql);
    isMoreLeft ||= numAffectedRows >= batchSizes[name];
  }
  return isMoreLeft;
}
