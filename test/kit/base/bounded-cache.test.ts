import { expect, it } from 'vitest';
import { BoundedCache } from '../../../src/kit/base/bounded-cache.ts';

it('a bounded cache drops the entry that was set longest ago', () => {
  const cache = new BoundedCache<string, number>(2);
  cache.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...cache]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});

it('a bounded cache stores nothing when its limit is zero', () => {
  expect([...new BoundedCache<string, number>(0).set('a', 1)]).toEqual([]);
});
