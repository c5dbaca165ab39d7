/**
 * A platform's shards, shared out among processes. In: a process that looks after its own, again and again. Out: those that
 * it holds. Effects: the database.
 *
 * A shard is claimed like a turn, by an owner and a time that is renewed. Whoever looks takes at most one that nobody
 * holds, and at most one is taken in a while by all processes together, since connections begin one after another. With none
 * to take, a process asks for one of an owner that has two more than itself; that one lets go of it in its own time. So no
 * shard ever has two holders, and in the end no process holds two more than another.
 */
import type { Transaction } from 'kysely';
import type { Store } from '../../core/ports/store.ts';
import type { Database } from '../sql/database.ts';
import type { Engine } from '../sql/migrations.ts';
import type { Schema, ShardRow } from '../sql/schema.ts';

type Holding = Parameters<Store['holdShards']>[0];

/** One transaction: this owner's shards are renewed, and one more is taken or asked for when it is its turn. */
export function holdShards({ sql, engine }: Database, holding: Holding): ReturnType<Store['holdShards']> {
  const { platform, owner, now, until } = holding;
  return sql.transaction().execute(async (tx) => {
    const before = await lockShards(tx, engine, holding);
    const { take, ask } = nextShard(before, holding);
    const ours = tx.updateTable('shards').where('platform', '=', platform);
    const claim = { claimed_by: owner, claimed_until: until };
    await ours.set(claim).where('claimed_by', '=', owner).where('claimed_until', '>', now).execute();
    const want = { wanted_by: owner, wanted_until: until };
    await ours.set(want).where('wanted_by', '=', owner).where('wanted_until', '>', now).execute();
    if (take !== undefined) {
      const taken = { ...claim, claimed_at: now, wanted_by: null, wanted_until: 0 };
      await ours.set(taken).where('shard', '=', take).execute();
    }
    if (ask !== undefined) await ours.set(want).where('shard', '=', ask).execute();
    const held = before.filter((row) => holderOf(row, now) === owner);
    return {
      shards: [...held.map(({ shard }) => shard), ...(take === undefined ? [] : [take])],
      toRelease: held.filter((row) => wanterOf(row, now) !== undefined).map(({ shard }) => shard),
    };
  });
}

/** What this owner does not hold is left alone. */
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

/** All of them in their order, held against whoever else looks until the transaction ends. */
async function lockShards(sql: Transaction<Schema>, engine: Engine, holding: Holding): Promise<readonly ShardRow[]> {
  const { platform, count } = holding;
  const query = sql
    .selectFrom('shards')
    .selectAll()
    .where('platform', '=', platform)
    .where('shard', '<', count)
    .orderBy('shard')
    .$if(engine === 'postgres', (each) => each.forUpdate());
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

function nextShard(rows: readonly ShardRow[], holding: Holding): { readonly take?: number; readonly ask?: number } {
  const { owner, now, apartMs } = holding;
  const free = rows.filter((row) => holderOf(row, now) === undefined);
  const mine = free.find((row) => wanterOf(row, now) === owner) ?? free.find((row) => wanterOf(row, now) === undefined);
  // A clock that was set back must not stop it.
  const isTime = rows.every((row) => Math.abs(now - row.claimed_at) >= apartMs);
  if (mine) return isTime ? { take: mine.shard } : {};
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
  return theirs ? { ask: theirs.shard } : {};
}

function holderOf({ claimed_by: holder, claimed_until: until }: ShardRow, now: number): string | undefined {
  return holder !== null && until > now ? holder : undefined;
}

function wanterOf({ wanted_by: wanter, wanted_until: until }: ShardRow, now: number): string | undefined {
  return wanter !== null && until > now ? wanter : undefined;
}
