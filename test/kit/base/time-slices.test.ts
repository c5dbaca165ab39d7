import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { atOnce, createTurns, inSlices, type Work, withinTime } from '../../../src/kit/base/time-slices.ts';

function* counting(to: number, stepMs: number): Work<number> {
  for (let done = 0; done < to; done++) {
    const until = performance.now() + stepMs;
    while (performance.now() < until);
    yield;
  }
  return to;
}

test('work has the same result with and without slices', async () => {
  expect(atOnce(counting(3, 0))).toBe(3);
  expect(await inSlices(counting(3, 0))).toBe(3);
});

test('other work runs between the slices of long work', async () => {
  let ended = false;
  const work = inSlices(counting(4, 11)).finally(() => {
    ended = true;
  });
  await nextTurn();
  expect(ended).toBe(false);
  expect(await work).toBe(4);
});

test('long work gets a fifth of the time when the event loop is always busy', async () => {
  let now = 0;
  let othersMs = 0;
  let timer = setImmediate(function others() {
    now += 400;
    othersMs += 400;
    timer = setImmediate(others);
  });
  function* work(): Work<void> {
    for (let done = 0; done < 1_000; done += 1) {
      now += 1;
      yield;
    }
  }
  await inSlices(work(), { now: () => now });
  clearImmediate(timer);
  expect(1_000 / now).toBeGreaterThan(0.19);
  expect(othersMs).toBeGreaterThan(2_000);
});

test('aborted work ends between two steps', async () => {
  const aborting = new AbortController();
  let steps = 0;
  function* work(): Work<void> {
    for (; steps < 100; steps += 1) {
      if (steps === 10) aborting.abort();
      yield;
    }
  }
  await expect(inSlices(work(), { signal: aborting.signal })).rejects.toThrow('aborted');
  expect(steps).toBe(10);
});

test('work fails when its own steps take longer than allowed, no matter how long it was paused', () => {
  let now = 0;
  function* work(stepMs: number): Work<string> {
    for (let step = 0; step < 10; step += 1) {
      now += stepMs;
      yield;
    }
    return 'done';
  }
  const pausing = (bounded: Work<string>): string => {
    for (;;) {
      const step = bounded.next();
      if (step.done) return step.value;
      now += 1_000;
    }
  };
  expect(pausing(withinTime(work(10), 100, () => now))).toBe('done');
  expect(() => pausing(withinTime(work(11), 100, () => now))).toThrow('The work took longer than 100 ms');
});

test('only one waiter continues in each turn of the event loop', async () => {
  const turn = createTurns();
  const gone: number[] = [];
  const all = [1, 2, 3].map((each) => turn().then(() => gone.push(each)));
  await nextTurn();
  expect(gone.length).toBeLessThan(3);
  await Promise.all(all);
  expect(gone).toEqual([1, 2, 3]);
});
