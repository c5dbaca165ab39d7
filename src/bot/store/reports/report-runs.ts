/**
 * Runs that must happen only once across all processes: a requested report, the weekly post, a warning about a month's
 * budget. Only hashes of their names are stored.
 */
import { createHash } from 'node:crypto';
import type { Database } from '../../../kit/sql/database.ts';
import type { Store } from '../../core/ports/store.ts';

/** How long runs are remembered. By then none is attempted again. */
const keptMs = 60 * 24 * 3_600_000;

export function createReportRuns({ sql }: Database): Pick<Store, 'claimRun' | 'endRun'> {
  return {
    async claimRun(name, now, until) {
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
    },
    async endRun(name, isDone) {
      const change = isDone ? { is_done: 1 } : { claimed_until: 0 };
      await sql.updateTable('report_runs').set(change).where('id', '=', toId(name)).execute();
    },
  };
}

function toId(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}
