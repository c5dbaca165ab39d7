/** Read cursors: for each place on a platform, the time up to which every message was handled. */
import { type Kysely, sql as raw } from 'kysely';
import type { Schema } from '../../kit/sql/schema.ts';

/** Returns the cursors by place, in milliseconds since 1970. */
export async function loadReadCursors(sql: Kysely<Schema>, platform: string): Promise<ReadonlyMap<string, number>> {
  const rows = await sql
    .selectFrom('read_cursors')
    .select(['place', 'until'])
    .where('platform', '=', platform)
    .execute();
  return new Map(rows.map(({ place, until }) => [place, until]));
}

/** Never moves a cursor back, because several processes may read the same place. */
export async function saveReadCursors(
  sql: Kysely<Schema>,
  platform: string,
  until: ReadonlyMap<string, number>,
): Promise<void> {
  // Always in the same order, so that two processes never deadlock.
  const rows = [...until]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([place, time]) => ({ platform, place, until: time }));
  await sql.transaction().execute(async (tx) => {
    for (const row of rows) {
      await tx
        .insertInto('read_cursors')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['platform', 'place'])
            .doUpdateSet({ until: row.until })
            .where('read_cursors.until', '<', raw.val(row.until)),
        )
        .execute();
    }
  });
}
