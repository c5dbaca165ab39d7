/** Deletes the service's expired rows, a portion at a time: on SQLite each statement blocks the event loop. */
import { type Kysely, sql as raw } from 'kysely';
import type { Schema } from '../sql/schema.ts';

/** Rows of one statement, which takes a few milliseconds. The messages of a thread go with it. */
const portions = { uses: 1_000, threads: 50, updates: 100, vectors: 500 };

/** Times in milliseconds since 1970. */
export interface Expiry {
  /** Quota windows that ended before now are deleted. */
  readonly now: number;
  /** Threads unused and updates ended since before then; undefined: they are kept. */
  readonly people: number | undefined;
  /** Embeddings unused since before then. */
  readonly vectors: number;
}

/** Deletes a portion of what has expired. Whether more may be left. */
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
    const some = raw`select ${key} from ${table} where ${raw.ref(column)} < ${until} limit ${portions[name]}`;
    const { numAffectedRows = 0n } = await raw`delete from ${table} where ${key} in (${some})`.execute(sql);
    isMoreLeft ||= numAffectedRows >= portions[name];
  }
  return isMoreLeft;
}
