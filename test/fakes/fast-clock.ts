/**
 * A clock for real sockets within one process, whose minutes are over in seconds. It moves with the event loop, by `times`
 * milliseconds at each turn and no more, so a process that gets no CPU loses no time: what takes ten turns takes as long
 * on a busy machine as on a quiet one.
 */

import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import { createManualClock } from './clock.ts';

export interface FastClock extends Clock {
  /** Goes on by `ms` at once, ending all waits that are over by then. */
  skip(ms: number): Promise<void>;
}

/** Stands still when the test that made it is over. */
export function createFastClock(times: number): FastClock {
  const clock = createManualClock(Date.now());
  let over = false;
  let moving = Promise.resolve();
  onTestFinished(() => {
    over = true;
  });
  void run();
  return { now: clock.now, wait: clock.wait, skip };

  async function run(): Promise<void> {
    while (!over) {
      await setTimeout(1);
      await skip(times);
    }
  }

  function skip(ms: number): Promise<void> {
    moving = moving.then(() => clock.advance(ms));
    return moving;
  }
}
