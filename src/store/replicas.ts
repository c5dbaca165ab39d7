/**
 * The processes that have work. In: one of them, and until when that holds. Out: how many there are. Effects: the database.
 */
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** How many have work, this one counted. Those not heard of in time are forgotten. */
export function announce(sql: Kysely<Schema>, owner: string, now: number, until: number): Promise<number> {
  return sql.transaction().execute(async (tx) => {
    await tx
      .insertInto('replicas')
      .values({ owner, alive_until: until })
      .onConflict((conflict) => conflict.column('owner').doUpdateSet({ alive_until: until }))
      .execute();
    await tx.deleteFrom('replicas').where('alive_until', '<=', now).execute();
    const rows = await tx.selectFrom('replicas').select('owner').execute();
    return Math.max(1, rows.length);
  });
}

/** It says itself that it ends. */
export async function leave(sql: Kysely<Schema>, owner: string): Promise<void> {
  await sql.deleteFrom('replicas').where('owner', '=', owner).execute();
}
