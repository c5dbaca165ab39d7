/** The processes that have work: they share rate limits, and detect when one of them dies. */
import type { Kysely } from 'kysely';
import type { Schema } from '../../../kit/sql/schema.ts';

/** Says that a process has work, and counts as a replica until `until`. */
export interface Announcement {
  readonly owner: string;
  readonly now: number;
  readonly until: number;
  /** undefined while the process does not hold its lock; see liveness. */
  readonly lockKey: number | undefined;
}

/** Renews this process's row and deletes those that expired. Returns how many processes have work. */
export async function announce(sql: Kysely<Schema>, { owner, now, until, lockKey }: Announcement): Promise<number> {
  const row = { alive_until: until, lock_key: lockKey ?? null };
  // No transaction: two processes that each hold their own row would deadlock.
  await sql
    .insertInto('replicas')
    .values({ owner, ...row })
    .onConflict((conflict) => conflict.column('owner').doUpdateSet(row))
    .execute();
  await sql.deleteFrom('replicas').where('alive_until', '<=', now).execute();
  const rows = await sql.selectFrom('replicas').select('owner').execute();
  return Math.max(1, rows.length);
}

/** Deletes the row of a process that stops. */
export async function leave(sql: Kysely<Schema>, owner: string): Promise<void> {
  await sql.deleteFrom('replicas').where('owner', '=', owner).execute();
}
