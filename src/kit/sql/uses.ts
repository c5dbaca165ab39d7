/**
 * Counts uses per time window, in one table: questions to the bot, within the transaction that accepts them, and
 * requests to the documentation service, in one statement each, so that replicas never miscount. The two have
 * different keys.
 */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type Clock, systemClock } from '../base/clock.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** How many uses a window allows, for each name separately. */
export interface Limit {
  /** Separates the rows of this limit from those of others. */
  readonly name: string;
  readonly uses: number;
  /** When a window that begins at `now` ends, in milliseconds since 1970. */
  readonly windowEnd: (now: number) => number;
}

/** Whether the use was counted. When the limit is reached, `waitMs` is the time until the window ends. */
export type Use = { readonly allowed: true } | { readonly allowed: false; readonly waitMs: number };

/** Counts uses by name. A use that is refused writes nothing. */
export interface UseCounter {
  /** Counts a use. The window begins with the first one. */
  count(name: string): Promise<Use>;
  /** Takes back a use that was counted but did not happen. */
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

/** A window whose end is known before its first use, unless it `rolls`, i.e. begins with that use. */
interface Window {
  readonly limit: string;
  /** Whose or what uses it counts. */
  readonly of: string;
  readonly endsAt: number;
  readonly rolls?: true;
}

interface Counted {
  readonly used: number;
}

/** Adds the count at `now` to each window. */
export async function countedIn<W extends Window>(
  sql: Transaction<Schema>,
  windows: readonly W[],
  now: number,
): Promise<readonly (W & Counted)[]> {
  if (windows.length === 0) return [];
  const rows = await sql
    .selectFrom('uses')
    .select(['key', 'points', 'expire'])
    .where('key', 'in', windows.map(keyOf))
    .execute();
  // The key of a window that rolls stays the same, so its row may be of one that is over.
  const rolling = new Set(windows.filter(({ rolls }) => rolls).map(keyOf));
  return withPoints(
    windows,
    rows.filter(({ key, expire }) => !rolling.has(key) || (expire ?? 0) > now),
  );
}

/**
 * Counts one use in each window and returns the new counts. Deletes windows that are over at `now` when a new one
 * begins.
 */
export async function countUses<W extends Window & Counted>(
  sql: Transaction<Schema>,
  windows: readonly W[],
  now: number,
): Promise<readonly (W & Counted)[]> {
  if (windows.length === 0) return [];
  if (windows.some(({ used }) => used === 0)) await sql.deleteFrom('uses').where('expire', '<=', now).execute();
  // Always in the same order, so that two processes never deadlock.
  const rows = windows.map((window) => ({ key: keyOf(window), points: 1, expire: window.endsAt }));
  const counted = await sql
    .insertInto('uses')
    .values(rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
    .onConflict((conflict) => conflict.column('key').doUpdateSet(({ eb }) => ({ points: eb('uses.points', '+', 1) })))
    .returning(['key', 'points'])
    .execute();
  return withPoints(windows, counted);
}

function withPoints<W extends Window>(
  windows: readonly W[],
  rows: readonly { readonly key: string; readonly points: number }[],
): readonly (W & Counted)[] {
  const points = new Map(rows.map((row) => [row.key, row.points]));
  return windows.map((window) => ({ ...window, used: points.get(keyOf(window)) ?? 0 }));
}

/** Hashed, because a count needs no person's id. */
function keyOf({ limit, of, endsAt, rolls }: Window): string {
  return `${limit}:${createHash('sha256').update(of).digest('base64url')}:${rolls ? 'rolls' : endsAt}`;
}
