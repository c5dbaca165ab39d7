/** How long a worker thread has worked, so that a busy machine does not count. */
import type { Worker } from 'node:worker_threads';

/** In milliseconds. 0 once the thread has ended, and before Node 24.6. */
export async function cpuMsOf(thread: Partial<Pick<Worker, 'cpuUsage'>>): Promise<number> {
  const used = await thread.cpuUsage?.().catch(() => undefined);
  return used ? (used.user + used.system) / 1_000 : 0;
}

/** How long the thread has worked since this call; before Node 24.6, which does not tell, how long ago that was. */
export async function stopwatch(
  thread: Partial<Pick<Worker, 'cpuUsage'>>,
  now: () => number = () => performance.now(),
): Promise<() => Promise<number>> {
  const has = thread.cpuUsage !== undefined;
  const read = async (): Promise<number> => (has ? await cpuMsOf(thread) : now());
  const before = await read();
  return async () => (await read()) - before;
}
