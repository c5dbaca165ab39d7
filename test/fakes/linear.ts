/** Whether reading takes time in proportion to the text. It is measured against an eighth of it, since machines differ. */
import { expect } from 'vitest';

const parts = 8;
/** Less cannot be measured well, and nobody waits for it. */
const quickMs = 100;
const tries = 5;

/** `read` is given how much to read. It takes `parts` times as long for all of it, or `parts` squared where it is quadratic. */
export async function expectLinear(size: number, read: (size: number) => unknown): Promise<void> {
  const ratios: number[] = [];
  while (ratios.length < tries) {
    const part = await cpuMs(() => read(size / parts));
    const whole = await cpuMs(() => read(size));
    if (whole < quickMs || whole / part < 3 * parts) return;
    ratios.push(whole / part);
  }
  expect(ratios, `how many times as long as an eighth it took`).toEqual(`about ${parts}`);
}

/** Of this thread alone: the time of others, and of waiting for a turn, does not count. */
async function cpuMs(act: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
