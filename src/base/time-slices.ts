/**
 * Long work cut into slices. In: work that says where it may pause. Out: its result, at once or with room between slices
 * for whatever else the process does: open streams go on while the docs are read again.
 */
import { setImmediate } from 'node:timers/promises';

/** Work that may pause at each `yield`. */
export type Work<T> = Generator<void, T, void>;

/** Without a pause. */
export function atOnce<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** A stream whose next piece comes this much later still looks alive. */
const sliceMs = 10;

/** In slices of about ten milliseconds. */
export async function inSlices<T>(work: Work<T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - since < sliceMs) continue;
    await setImmediate();
    since = performance.now();
  }
}

/** Heavy work that many wait for: each wait ends in a turn of the event loop of its own, so that small work gets between. */
export function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}
