/**
 * Leases on a platform's shards, divided among processes. A shard is leased as a turn is claimed: to an owner, until a
 * time. A renewal takes at most one free shard, and all processes together take at most one per `apartMs`, because
 * connections must open one after another. When no shard is free, a process requests one from an owner that has at least
 * two more; that owner releases it when ready. So no shard ever has two holders, and eventually no process holds more than
 * one more than another.
 */
import type { Transaction } from 'kysely';
import type { Database, Engine } from '../../../kit/sql/database.ts';
import type { Schema, ShardRow } from '../../../kit/sql/schema.ts';
import type { Store } from '../../core/ports/store.ts';

type LeaseRequest = Parameters<Store['leaseShards']>[0];

/** In one transaction, renews this owner's leases and, if allowed, takes or requests one more shard. */
export function leaseShards({ sql, engine }: Database, request: LeaseRequest): ReturnType<Store['leaseShards']> {
  const { platform, owner, now, until } = request;
  return sql.transaction().execute(async (tx) => {
    const before = await lockShards(tx, engine, request);
    const { take, want } = nextShard(before, request);
    const ours = tx.updateTable('shards').where('platform', '=', platform);
    const claim = { claimed_by: owner, claimed_until: until };
    await ours.set(claim).where('claimed_by', '=', owner).where('claimed_until', '>', now).execute();
    const wish = { wanted_by: owner, wanted_until: until };
    await ours.set(wish).where('wanted_by', '=', owner).where('wanted_until', '>', now).execute();
    if (take !== undefined) {
      const taken = { ...claim, claimed_at: now, wanted_by: null, wanted_until: 0 };
      await ours.set(taken).where('shard', '=', take).execute();
    }
    if (want !== undefined) await ours.set(wish).where('shard', '=', want).execute();
    const held = before.filter((row) => holderOf(row, now) === owner);
    return {
      shards: [...held.map(({ shard }) => shard), ...(take === undefined ? [] : [take])],
      toRelease: held.filter((row) => wanterOf(row, now) !== undefined).map(({ shard }) => shard),
    };
  });
}

/** Leaves shards that this owner does not hold as they are. */
export async function releaseShards(
  { sql }: Database,
  platform: string,
  owner: string,
  shards: readonly number[],
): Promise<void> {
  if (shards.length === 0) return;
  await sql
    .updateTable('shards')
    .set({ claimed_by: null, claimed_until: 0 })
    .where('platform', '=', platform)
    .where('claimed_by', '=', owner)
    .where('shard', 'in', shards)
    .execute();
}

/** Returns all rows in order, locked until the transaction ends. Inserts those that are missing. */
async function lockShards(
  sql: Transaction<Schema>,
  engine: Engine,
  request: LeaseRequest,
): Promise<readonly ShardRow[]> {
  const { platform, count } = request;
  const query = sql
    .selectFrom('shards')
    .selectAll()
    .where('platform', '=', platform)
    .where('shard', '<', count)
    .orderBy('shard')
    .$if(engine === 'postgres', (unlocked) => unlocked.forUpdate());
  const rows = await query.execute();
  if (rows.length === count) return rows;
  const all = Array.from({ length: count }, (_, shard) => ({ platform, shard }));
  await sql
    .insertInto('shards')
    .values(all)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return query.execute();
}

/** The shard to take now, or the one to request from an owner that has at least two more. */
function nextShard(
  rows: readonly ShardRow[],
  request: LeaseRequest,
): { readonly take?: number; readonly want?: number } {
  const { owner, now, apartMs } = request;
  const free = rows.filter((row) => holderOf(row, now) === undefined);
  const mine = free.find((row) => wanterOf(row, now) === owner) ?? free.find((row) => wanterOf(row, now) === undefined);
  // Compares absolute differences: a clock that was set back must not block new leases.
  const isDue = rows.every((row) => Math.abs(now - row.claimed_at) >= apartMs);
  if (mine) return isDue ? { take: mine.shard } : {};
  const counts = new Map<string, number>();
  for (const row of rows) {
    const next = wanterOf(row, now) ?? holderOf(row, now);
    if (next !== undefined) counts.set(next, (counts.get(next) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  if (most < (counts.get(owner) ?? 0) + 2) return {};
  const theirs = rows.findLast(
    (row) => wanterOf(row, now) === undefined && counts.get(holderOf(row, now) ?? '') === most,
  );
  return theirs ? { want: theirs.shard } : {};
}

function holderOf({ claimed_by: holder, claimed_until: until }: ShardRow, now: number): string | undefined {
  return holder !== null && until > now ? holder : undefined;
}

function wanterOf({ wanted_by: wanter, wanted_until: until }: ShardRow, now: number): string | undefined {
  return wanter !== null && until > now ? wanter : undefined;
}
