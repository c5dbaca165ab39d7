/** A promise with a deadline. */
import { type Clock, endWait } from './clock.ts';

/** Its value, or `late` at the deadline. The promise goes on; its failure then is its owner's to look at. */
export async function within<T>(promise: Promise<T>, limitMs: number, clock: Clock): Promise<T | 'late'> {
  const timer = new AbortController();
  const limit = clock.wait(limitMs, timer.signal).then(() => 'late' as const);
  try {
    return await Promise.race([promise, limit]);
  } finally {
    endWait(timer);
  }
}
