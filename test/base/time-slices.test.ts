import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { atOnce, createTurns, inSlices, type Work } from '../../src/base/time-slices.ts';

function* counting(to: number, stepMs: number): Work<number> {
  for (let done = 0; done < to; done++) {
    const until = performance.now() + stepMs;
    while (performance.now() < until);
    yield;
  }
  return to;
}

test('work gives the same result at once and in slices', async () => {
  expect(atOnce(counting(3, 0))).toBe(3);
  expect(await inSlices(counting(3, 0))).toBe(3);
});

test('others go on between slices of long work', async () => {
  let ended = false;
  const work = inSlices(counting(4, 11)).finally(() => {
    ended = true;
  });
  await setImmediate();
  expect(ended).toBe(false);
  expect(await work).toBe(4);
});

test('of many that wait, one goes on in each turn of the event loop', async () => {
  const turn = createTurns();
  const gone: number[] = [];
  const all = [1, 2, 3].map((each) => turn().then(() => gone.push(each)));
  await setImmediate();
  expect(gone.length).toBeLessThan(3);
  await Promise.all(all);
  expect(gone).toEqual([1, 2, 3]);
});
