/** How long a worker thread has worked, so that a busy machine does not count. */
import type { Worker } from 'node:worker_threads';

/** In milliseconds. 0 once the thread has ended, and before Node 24.6. */
export async function cpuMsOf(thread: Partial<Pick<Worker, 'cpuUsage'>>): Promise<number> {
  const used = await thread.cpuUsage?.().catch(() => undefined);
  return used ? (used.user + used.system) / 1_000 : 0;
}
