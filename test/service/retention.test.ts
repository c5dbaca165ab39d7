import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startRetention } from '../../src/service/service.ts';
import { openServiceStore, type ServiceStore } from '../../src/service/store/store.ts';
import { createManualClock } from '../fakes/clock.ts';
import { silent } from './folder.ts';

const days = 24 * 3_600_000;

async function storeWithThreads(count: number, usedAt: number): Promise<ServiceStore> {
  const store = await openServiceStore('sqlite::memory:');
  onTestFinished(() => store.close());
  const place = { domain: 'docs', owner: 'key', organization: 'default', groups: [], keyHash: 'ab' };
  for (let at = 0; at < count; at += 1) {
    await store.openThread({ id: `t${at}`, ...place }, { role: 'user', text: 'old' }, usedAt);
  }
  return store;
}

/** How many turns of the event loop pass until the thread is deleted. */
async function turnsUntilDeleted(store: ServiceStore, id: string): Promise<number> {
  for (let turns = 1; ; turns += 1) {
    await nextTurn();
    if (!(await store.findThread(id))) return turns;
  }
}

test('threads are deleted 90 days after their last use, a batch per turn of the event loop', async () => {
  const clock = createManualClock();
  const store = await storeWithThreads(1_000, clock.now() - 90 * days - 1);
  await using _ = startRetention({ store, days: 90, logger: silent, servedHashes: () => [], clock });
  expect(await turnsUntilDeleted(store, 't999')).toBeGreaterThanOrEqual(15);
});

test('a thread is kept until 90 days have passed', async () => {
  const clock = createManualClock();
  const store = await storeWithThreads(1, clock.now());
  await using _ = startRetention({ store, days: 90, logger: silent, servedHashes: () => [], clock });
  await clock.advance(89 * days);
  expect(await store.findThread('t0')).toBeDefined();
  await clock.advance(2 * days);
  expect(await store.findThread('t0')).toBeUndefined();
});

test.each([
  [30, undefined],
  ['off', { id: 't0' }],
] as const)('with RETENTION_DAYS %s, a thread unused for 31 days is found as %o', async (kept, found) => {
  const clock = createManualClock();
  const store = await storeWithThreads(1, clock.now() - 31 * days);
  await using _ = startRetention({ store, days: kept, logger: silent, servedHashes: () => [], clock });
  await clock.advance(1);
  await expect.poll(() => store.findThread('t0')).toEqual(found && expect.objectContaining(found));
});

test('a sweep ends when the service stops', async () => {
  const clock = createManualClock();
  const store = await storeWithThreads(1_000, 0);
  const retention = startRetention({ store, days: 90, logger: silent, servedHashes: () => [], clock });
  await retention[Symbol.asyncDispose]();
  expect(await store.findThread('t999')).toBeDefined();
});

test('embeddings are deleted 90 days after their last use, but not those of served sections', async () => {
  const clock = createManualClock();
  const store = await storeWithThreads(0, 0);
  const vectors = new Map(Array.from({ length: 500 }, (_, at) => [`h${at}`, `v${at}`]));
  await store.saveVectors(vectors, clock.now());
  const served = [...vectors.keys()].slice(0, 450);
  await using _ = startRetention({ store, days: 90, logger: silent, servedHashes: () => served, clock });
  for (let day = 0; day < 200; day += 1) await clock.advance(days);
  expect([...(await store.vectors([...vectors.keys()], clock.now())).keys()].toSorted()).toEqual(served.toSorted());
});
