/**
 * A clock that runs faster than the machine's, for whole programs between real sockets. In: how many times as fast. Out:
 * a clock whose minutes are over in seconds; what sockets and databases take seems as much longer.
 */
import { type Clock, systemClock } from '../../src/base/clock.ts';

export function createFastClock(times: number): Clock {
  const startedAt = Date.now();
  return {
    now: () => startedAt + (Date.now() - startedAt) * times,
    wait: (waitMs, signal) => systemClock.wait(waitMs / times, signal),
  };
}
