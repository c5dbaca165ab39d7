/**
 * A promise with a limit. In: a promise, milliseconds. Out: its value, or `late`; its failure passes. Effects: the clock.
 */
import type { Clock } from './clock.ts';

/** What is late goes on, and its failure is still its owner's to look at. */
export async function within<T>(promise: Promise<T>, limitMs: number, clock: Clock): Promise<T | 'late'> {
  const timer = new AbortController();
  const limit = clock.wait(limitMs, timer.signal).then(() => 'late' as const);
  try {
    return await Promise.race([promise, limit]);
  } finally {
    timer.abort();
  }
}
