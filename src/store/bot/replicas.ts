/** The processes that have work, so that they can divide shared rate limits. */
import type { Kysely } from 'kysely';
import type { Schema } from '../sql/schema.ts';

/** Renews this process's row and deletes those that expired. Returns how many processes have work. */
export async function announce(sql: Kysely<Schema>, owner: string, now: number, until: number): Promise<number> {
  // No transaction: two processes that each hold their own row would deadlock.
  await sql
    .insertInto('replicas')
    .values({ owner, alive_until: until })
    .onConflict((conflict) => conflict.column('owner').doUpdateSet({ alive_until: until }))
    .execute();
  await sql.deleteFrom('replicas').where('alive_until', '<=', now).execute();
  const rows = await sql.selectFrom('replicas').select('owner').execute();
  return Math.max(1, rows.length);
}

/** The process ends. */
export async function leave(sql: Kysely<Schema>, owner: string): Promise<void> {
  await sql.deleteFrom('replicas').where('owner', '=', owner).execute();
}
