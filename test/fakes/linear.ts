/** Checks that reading takes linear time. It is compared with reading an eighth of the text, since machines differ. */
import { expect } from 'vitest';

const parts = 8;
/** Shorter times cannot be measured well, and do not matter. */
const quickMs = 100;
const tries = 5;

/** `read` gets the size to read. The whole takes `parts` times as long as a part, or `parts` squared if it is quadratic. */
export async function expectLinear(size: number, read: (size: number) => unknown): Promise<void> {
  const ratios: number[] = [];
  while (ratios.length < tries) {
    const part = await cpuMs(() => read(size / parts));
    const whole = await cpuMs(() => read(size));
    if (whole < quickMs || whole / part < 3 * parts) return;
    ratios.push(whole / part);
  }
  expect(ratios, 'how many times as long as an eighth the whole took').toEqual(`about ${parts}`);
}

/** The CPU time of this thread alone: other threads, and waiting for the CPU, do not count. */
async function cpuMs(act: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
