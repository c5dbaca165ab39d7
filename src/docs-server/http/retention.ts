/** What the service deletes by itself: threads and updates 90 days after their last use, and expired counts of requests. */
import { setImmediate } from 'node:timers/promises';
import { type Clock, endWait, systemClock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { ServiceStore } from '../../store/service/store.ts';

const sweepMs = 3_600_000;
/** Threads, updates and unused embeddings older than this are deleted. */
const retentionMs = 90 * 24 * 3_600_000;

/** Deletes what is older, now and every hour, a portion in each turn of the event loop. */
export function startRetention(store: ServiceStore, logger: Logger, clock: Clock = systemClock): AsyncDisposable {
  const ending = new AbortController();
  const { signal } = ending;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await sweep().catch((error: unknown) => logger.warn({ err: error }, 'retention failed'));
      await clock.wait(sweepMs, signal);
    }
  }
  async function sweep(): Promise<void> {
    const now = clock.now();
    while (!signal.aborted && (await store.deleteExpired(now, now - retentionMs))) await setImmediate();
  }
  const running = run();
  return {
    async [Symbol.asyncDispose]() {
      endWait(ending);
      await running;
    },
  };
}
