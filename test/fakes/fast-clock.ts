/**
 * A clock for real sockets within one process, whose minutes pass in seconds. It moves with the event loop, by exactly `times`
 * milliseconds per turn, so a process that gets no CPU loses no time: ten turns take as long on a busy machine as on an idle
 * one.
 */

import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../src/kit/base/clock.ts';
import { createManualClock } from './clock.ts';

export interface FastClock extends Clock {
  /** Skips ahead by `ms`, ending all waits that are due by then. */
  skip(ms: number): Promise<void>;
}

/** Stops when the test that created it is finished. */
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
