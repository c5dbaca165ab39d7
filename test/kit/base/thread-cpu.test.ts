import { expect, test } from 'vitest';
import { stopwatch } from '../../../src/kit/base/thread-cpu.ts';

test('where a thread does not tell its own time, that of the clock counts', async () => {
  let time = 100;
  const workedMs = await stopwatch({}, () => time);
  time = 350;
  expect(await workedMs()).toBe(250);
});

test('a thread that tells its own time is measured by it', async () => {
  let user = 5_000;
  const workedMs = await stopwatch({ cpuUsage: async () => ({ user, system: 1_000 }) }, () => 0);
  user = 9_000;
  expect(await workedMs()).toBe(4);
});
