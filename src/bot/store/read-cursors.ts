/** Read cursors: for each place on a platform, the time up to which every message was handled. */
import { sql as raw } from 'kysely';
import type { Database } from '../../kit/sql/database.ts';
import type { Store } from '../core/ports/store.ts';

export function createReadCursors({ sql }: Database): Pick<Store, 'readCursors' | 'saveReadCursors'> {
  return {
    async readCursors(platform) {
      const cursors = sql.selectFrom('read_cursors').select(['place', 'until']).where('platform', '=', platform);
      return new Map((await cursors.execute()).map(({ place, until }) => [place, until]));
    },
    /** Never moves a cursor back, because several processes may read the same place. */
    async saveReadCursors(platform, until) {
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
    },
  };
}
