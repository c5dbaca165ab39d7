/**
 * Runs long work without blocking the event loop: a generator that yields where it may pause runs in short slices, so that
 * open streams continue while the docs are reindexed.
 */
import { setImmediate } from 'node:timers/promises';

/** Work that may pause at each `yield`. */
export type Work<T> = Generator<void, T, void>;

/** Runs the work without pausing. */
export function atOnce<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** The work took longer than allowed. */
export class OverTimeError extends Error {
  override readonly name = 'OverTimeError';
}

/** The same work, but it fails with OverTimeError once its own steps, pauses excluded, have taken longer than `maxMs`. */
export function* withinTime<T>(work: Work<T>, maxMs: number, now: () => number = () => performance.now()): Work<T> {
  for (let usedMs = 0; usedMs <= maxMs; ) {
    const since = now();
    const step = work.next();
    if (step.done) return step.value;
    usedMs += now() - since;
    yield;
  }
  throw new OverTimeError(`The work took longer than ${maxMs} ms`);
}

/** Short enough that a stream delayed by one slice still looks live. */
const leastSliceMs = 10;
/** When the event loop is busy, a slice lasts this share of the time that other work took since the last one. */
const shareOfOthers = 0.25;

export interface SliceOptions {
  /** Ends the work between two slices, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** In milliseconds. Default: performance.now. */
  readonly now?: () => number;
}

/** Runs the work in slices of about 10 ms, or longer ones when other work would leave it less than a fifth of the time. */
export async function inSlices<T>(
  work: Work<T>,
  { signal, now = () => performance.now() }: SliceOptions = {},
): Promise<T> {
  let [since, sliceMs] = [now(), leastSliceMs];
  for (;;) {
    signal?.throwIfAborted();
    const step = work.next();
    if (step.done) return step.value;
    const pausedAt = now();
    if (pausedAt - since < sliceMs) continue;
    await setImmediate();
    since = now();
    sliceMs = Math.max(leastSliceMs, shareOfOthers * (since - pausedAt));
  }
}

/** For heavy work with many waiters: each resumes in an event loop turn of its own, so that small work runs in between. */
export function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}
