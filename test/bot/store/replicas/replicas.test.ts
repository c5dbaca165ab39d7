import { beforeEach, describe, expect, it } from 'vitest';
import type { OwnStore } from '../../../../src/bot/store/store.ts';
import { engines, openStore } from '../../../kit/sql/engines.ts';

describe.each(engines)('the processes that have work, on $name', (engine) => {
  let store: OwnStore;

  beforeEach(async () => {
    ({ store } = await openStore(engine));
  });

  it('are counted once each', async () => {
    expect(await store.renew('a', [], 0, 30)).toBe(1);
    expect(await store.renew('b', [], 10, 40)).toBe(2);
    expect(await store.renew('a', [], 20, 50)).toBe(2);
  });

  it('are no longer counted if they do not renew in time', async () => {
    await store.renew('dead', [], 0, 30);
    expect(await store.renew('a', [], 29, 59)).toBe(2);
    expect(await store.renew('a', [], 30, 60)).toBe(1);
  });

  it('are no longer counted once they release everything', async () => {
    await store.renew('a', [], 0, 30);
    await store.renew('b', [], 0, 30);
    await store.release('b', 'one-turn');
    expect(await store.renew('a', [], 1, 31)).toBe(2);
    await store.release('b');
    expect(await store.renew('a', [], 2, 32)).toBe(1);
  });
});
