/**
 * The processes that have work. In: one of them, and until when that holds. Out: how many there are. Effects: the database.
 */
import type { Kysely } from 'kysely';
import type { Schema } from '../sql/schema.ts';

/** How many have work, this one counted. Those not heard of in time are forgotten. */
export async function announce(sql: Kysely<Schema>, owner: string, now: number, until: number): Promise<number> {
  // No transaction: two that each hold their own row would wait for the other's.
  await sql
    .insertInto('replicas')
    .values({ owner, alive_until: until })
    .onConflict((conflict) => conflict.column('owner').doUpdateSet({ alive_until: until }))
    .execute();
  await sql.deleteFrom('replicas').where('alive_until', '<=', now).execute();
  const rows = await sql.selectFrom('replicas').select('owner').execute();
  return Math.max(1, rows.length);
}

/** It says itself that it ends. */
export async function leave(sql: Kysely<Schema>, owner: string): Promise<void> {
  await sql.deleteFrom('replicas').where('owner', '=', owner).execute();
}
