/**
 * Counts uses per name in a window of time. A use is counted in one statement, so replicas never count past each other; a
 * use that is refused writes nothing.
 */
import { type Clock, systemClock } from '../../base/clock.ts';
import type { Database } from '../sql/database.ts';

/** How many uses a window allows, for each name by itself. */
export interface Limit {
  /** Keeps the rows of several limits apart. */
  readonly name: string;
  readonly uses: number;
  /** When a window ends that begins at `now`. Milliseconds since 1970. */
  readonly windowEnd: (now: number) => number;
}

/** Whether the use was counted; `waitMs` until the window ends when the limit is reached. */
export type Use = { readonly allowed: true } | { readonly allowed: false; readonly waitMs: number };

/** Counts uses by name. */
export interface UseCounter {
  /** Counts a use. The window begins with the first one. */
  count(name: string): Promise<Use>;
  /** Takes back a use that was counted and then not made. */
  giveBack(name: string): Promise<void>;
}

export function createUseCounter({ sql }: Database, limit: Limit, clock: Clock = systemClock): UseCounter {
  const keyOf = (name: string): string => `${limit.name}:${name}`;
  return {
    async count(name) {
      const key = keyOf(name);
      const now = clock.now();
      const counted = await sql
        .insertInto('uses')
        .values({ key, points: 1, expire: limit.windowEnd(now) })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet(({ ref, eb }) => ({
              points: eb
                .case()
                .when('uses.expire', '<=', now)
                .then(1)
                .else(eb('uses.points', '+', 1))
                .end(),
              expire: eb
                .case()
                .when('uses.expire', '<=', now)
                .then(ref('excluded.expire'))
                .else(ref('uses.expire'))
                .end(),
            }))
            .where((eb) => eb.or([eb('uses.expire', '<=', now), eb('uses.points', '<', limit.uses)])),
        )
        .returning('points')
        .executeTakeFirst();
      if (counted) return { allowed: true };
      const row = await sql.selectFrom('uses').select('expire').where('key', '=', key).executeTakeFirst();
      return { allowed: false, waitMs: Math.max(0, (row?.expire ?? now) - now) };
    },
    async giveBack(name) {
      await sql
        .updateTable('uses')
        .set((eb) => ({ points: eb('points', '-', 1) }))
        .where('key', '=', keyOf(name))
        .where('points', '>', 0)
        .execute();
    },
  };
}
