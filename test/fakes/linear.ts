/**
 * Checks that reading takes linear time. Reading a text once is compared with reading an eighth of it eight times, which takes
 * as long on any machine if the time is linear, and an eighth as long if it is quadratic.
 */
import { expect } from 'vitest';

const parts = 8;
/** Between 1, if it is linear, and `parts`, if it is quadratic. */
const mostTimes = Math.sqrt(parts);
/** Shorter times cannot be measured well, and do not matter. */
const quickMs = 100;
/** Other programs can only make a reading slower, so the quickest counts of each size; both alternate. */
const tries = 8;

/** `read` gets the size to read; `measure` returns how long an act takes. */
export async function expectLinear(
  size: number,
  read: (size: number) => unknown,
  measure: (act: () => unknown) => Promise<number> = cpuMs,
): Promise<void> {
  let [wholeMs, partsMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let tried = 0; tried < tries; tried += 1) {
    wholeMs = Math.min(wholeMs, await measure(() => read(size)));
    if (wholeMs < quickMs) return;
    partsMs = Math.min(partsMs, await measure(readParts));
    if (wholeMs < mostTimes * partsMs) return;
  }
  expect(wholeMs / partsMs, 'how many times as long as its parts the whole took').toBe('about once');

  async function readParts(): Promise<void> {
    for (let part = 0; part < parts; part += 1) await read(size / parts);
  }
}

/** The CPU time of this thread alone: other threads, and waiting for the CPU, do not count. */
async function cpuMs(act: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
