/**
 * Until when each platform has taken all that was said, by place. In: times by the platform's own names. Out: the same.
 * Effects: the database.
 */
import { type Kysely, sql as raw } from 'kysely';
import type { Schema } from '../sql/schema.ts';

/** By place, in milliseconds since 1970. */
export async function loadReadCursors(sql: Kysely<Schema>, platform: string): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.selectFrom('heard').select(['place', 'until']).where('platform', '=', platform).execute();
  return new Map(rows.map(({ place, until }) => [place, until]));
}

/** Several processes hear the same place; a later time stays. */
export async function saveReadCursors(
  sql: Kysely<Schema>,
  platform: string,
  until: ReadonlyMap<string, number>,
): Promise<void> {
  // In one order everywhere, or two processes wait for each other.
  const rows = [...until]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([place, time]) => ({ platform, place, until: time }));
  await sql.transaction().execute(async (tx) => {
    for (const row of rows) {
      await tx
        .insertInto('heard')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['platform', 'place'])
            .doUpdateSet({ until: row.until })
            .where('heard.until', '<', raw.val(row.until)),
        )
        .execute();
    }
  });
}
