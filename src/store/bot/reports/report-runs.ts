/**
 * Runs that happen once, in any process: a report that somebody asked for, a weekly post, a warning about a month's budget.
 * Only hashes of their names are kept.
 */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../../sql/schema.ts';

/** After this long no run is repeated. */
const keptMs = 60 * 24 * 3_600_000;

/** False: it is done, or another process is doing it until its claim expires. */
export async function claimRun(sql: Kysely<Schema>, name: string, now: number, until: number): Promise<boolean> {
  await sql
    .deleteFrom('report_runs')
    .where('claimed_until', '<', now - keptMs)
    .execute();
  const claimed = await sql
    .insertInto('report_runs')
    .values({ id: toId(name), claimed_until: until })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ claimed_until: until })
        .where('report_runs.is_done', '=', 0)
        .where('report_runs.claimed_until', '<=', now),
    )
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}

/** A finished run is never repeated; a failed one may be repeated at once by any process. */
export async function endRun(sql: Kysely<Schema>, name: string, isDone: boolean): Promise<void> {
  const change = isDone ? { is_done: 1 } : { claimed_until: 0 };
  await sql.updateTable('report_runs').set(change).where('id', '=', toId(name)).execute();
}

function toId(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}
