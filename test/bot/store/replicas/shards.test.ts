import { beforeEach, describe, expect, it } from 'vitest';
import { createStore, type OwnStore } from '../../../../src/bot/store/store.ts';
import { openDatabase } from '../../../../src/kit/sql/database.ts';
import { engines, openStore } from '../../../kit/sql/engines.ts';

const [apartMs, leaseMs] = [7, 30];

describe.each(engines)('shards on $name', (engine) => {
  let store: OwnStore;

  beforeEach(async () => {
    ({ store } = await openStore(engine));
  });

  function hold(owner: string, now: number, count = 2) {
    return store.leaseShards({ platform: 'discord', owner, count, apartMs, now, until: now + leaseMs });
  }

  const release = (owner: string, ...shards: readonly number[]) => store.releaseShards('discord', owner, shards);
  const heldBy = async (owner: string, now: number, count = 2) => (await hold(owner, now, count)).shards;

  it('are all taken by the only process, one after another', async () => {
    expect(await hold('a', 100)).toEqual({ shards: [0], toRelease: [] });
    expect(await heldBy('a', 106)).toEqual([0]);
    expect(await heldBy('a', 107)).toEqual([0, 1]);
    expect(await heldBy('a', 114)).toEqual([0, 1]);
  });

  it('are taken one after another by all processes together', async () => {
    expect(await heldBy('a', 100)).toEqual([0]);
    expect(await heldBy('b', 101)).toEqual([]);
    expect(await heldBy('b', 107)).toEqual([1]);
  });

  it('pass to another process when their lease expires, and not before', async () => {
    await hold('dead', 100, 1);
    expect(await heldBy('a', 129, 1)).toEqual([]);
    expect(await heldBy('a', 130, 1)).toEqual([0]);
    expect(await heldBy('dead', 131, 1)).toEqual([]);
    await release('dead', 0);
    expect(await heldBy('a', 140, 1)).toEqual([0]);
  });

  it('pass to another process immediately when they are released', async () => {
    await hold('a', 100, 1);
    await release('a', 0);
    expect(await heldBy('b', 107, 1)).toEqual([0]);
  });

  it('are handed to a process that joins until none has two more than another', async () => {
    await hold('a', 100, 3);
    await hold('a', 110, 3);
    expect(await heldBy('a', 120, 3)).toEqual([0, 1, 2]);
    expect(await heldBy('b', 121, 3)).toEqual([]);
    expect(await heldBy('c', 122, 3)).toEqual([]);
    expect(await hold('a', 123, 3)).toEqual({ shards: [0, 1, 2], toRelease: [1, 2] });
    await release('a', 1, 2);
    // Each is reserved for the process that requested it.
    expect(await heldBy('c', 130, 3)).toEqual([1]);
    expect(await heldBy('a', 137, 3)).toEqual([0]);
    expect(await heldBy('b', 138, 3)).toEqual([2]);
    expect(await hold('a', 140, 3)).toEqual({ shards: [0], toRelease: [] });
  });

  it('are no longer requested by a process that died', async () => {
    await hold('a', 100);
    await hold('a', 110);
    await hold('b', 111);
    expect((await hold('a', 130)).toRelease).toEqual([1]);
    expect((await hold('a', 141)).toRelease).toEqual([]);
  });

  it('of two platforms are independent, as are those of a smaller count', async () => {
    await hold('a', 100);
    const other = { platform: 'other', owner: 'b', count: 2, apartMs, now: 100, until: 130 };
    expect((await store.leaseShards(other)).shards).toEqual([0]);
    expect(await heldBy('b', 107, 1)).toEqual([]);
    expect(await heldBy('b', 107, 3)).toEqual([1]);
  });

  it('never have two holders, even when processes renew at the same time', async () => {
    const owners = ['a', 'b', 'c', 'd'];
    for (let now = 100; now < 200; now += 3) {
      const all = await Promise.all(owners.map((owner) => hold(owner, now, 5)));
      const held = all.flatMap(({ shards }) => shards);
      expect(new Set(held).size).toBe(held.length);
      for (const [index, { toRelease: wanted }] of all.entries()) await release(owners[index] ?? '', ...wanted);
    }
    const counts = await Promise.all(owners.map(async (owner) => (await heldBy(owner, 200, 5)).length));
    expect(counts.toSorted()).toEqual([1, 1, 1, 2]);
  });
});

it('shards of an earlier process on a SQLite file are free immediately', async () => {
  const database = await openDatabase('sqlite::memory:');
  const store = createStore(database);
  const holding = { platform: 'discord', count: 1, apartMs, now: 100, until: 130 };
  await store.leaseShards({ ...holding, owner: 'killed' });
  await store.releaseFormerOwners();
  expect((await store.leaseShards({ ...holding, owner: 'next', now: 107 })).shards).toEqual([0]);
  await store.close();
});
