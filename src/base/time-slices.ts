/**
 * Runs long work in slices. In: work that marks where it may pause. Out: its result, at once or with room between slices
 * for other work of the process: open streams continue while the docs are read again.
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

/** Its steps took longer than they may. */
export class OverTimeError extends Error {
  override readonly name = 'OverTimeError';
}

/** The same work, which fails with OverTimeError once its own steps took longer than this, pauses apart. */
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

/** A stream whose next piece comes this much later still looks alive. */
const leastSliceMs = 10;
/** Beside others who always have work, a slice is this share of the time that they took since the last one. */
const shareOfOthers = 0.25;

export interface SliceOptions {
  /** Ends the work between two slices, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** In milliseconds. Default: performance.now. */
  readonly now?: () => number;
}

/** In slices of about ten milliseconds, longer ones where others leave it less than a fifth of the time. */
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

/** Heavy work that many wait for: each wait ends in a turn of the event loop of its own, so that small work gets between. */
export function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}
