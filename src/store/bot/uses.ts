/** Counts questions in fixed windows of time, within the transaction that accepts them. */
import type { Transaction } from 'kysely';
import type { CountedWindow, UseWindow } from '../../core/ports/store.ts';
import type { Schema } from '../sql/schema.ts';

/** The windows with what was counted in them. */
export async function countedIn(
  sql: Transaction<Schema>,
  windows: readonly UseWindow[],
): Promise<readonly CountedWindow[]> {
  if (windows.length === 0) return [];
  const rows = await sql.selectFrom('uses').select(['key', 'points']).where('key', 'in', windows.map(keyOf)).execute();
  const points = new Map(rows.map((row) => [row.key, row.points]));
  return windows.map((window) => ({ ...window, used: points.get(keyOf(window)) ?? 0 }));
}

/** Counts one more in each. Windows that are over at `now` are forgotten when a new one begins. */
export async function countUses(
  sql: Transaction<Schema>,
  windows: readonly CountedWindow[],
  now: number,
): Promise<void> {
  if (windows.length === 0) return;
  if (windows.some(({ used }) => used === 0)) await sql.deleteFrom('uses').where('expire', '<=', now).execute();
  await sql
    .insertInto('uses')
    .values(windows.map((window) => ({ key: keyOf(window), points: 1, expire: window.endsAt })))
    .onConflict((conflict) => conflict.column('key').doUpdateSet(({ eb }) => ({ points: eb('uses.points', '+', 1) })))
    .execute();
}

function keyOf({ limit, of, endsAt }: UseWindow): string {
  return `${limit}:${of}:${endsAt}`;
}
