import { expect, it } from 'vitest';
import { createManualClock } from './clock.ts';

it('repeated waits of a fraction of a millisecond do not stop the time', async () => {
  const clock = createManualClock();
  const start = clock.now();
  let left = 10;
  const waiting = (async () => {
    while (clock.now() < start + 5 && left > 0) {
      left -= 1;
      await clock.wait(1e-7);
    }
  })();
  await clock.advance(20);
  await waiting;
  expect([left, clock.now() - start]).toEqual([5, 20]);
});

it('a wait for NaN milliseconds is an error', () => {
  expect(() => createManualClock().wait(Number.NaN)).toThrow('NaN');
});
