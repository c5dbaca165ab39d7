/** What the service deletes by itself: threads and updates 90 days after their last use, and expired counts of requests. */

import type { Logger } from '../../base/logger.ts';
import type { ServiceStore } from '../../store/service/store.ts';

const sweepMs = 3_600_000;
/** Threads, updates and unused embeddings older than this are deleted. */
const retentionMs = 90 * 24 * 3_600_000;

/** Deletes what is older, now and every hour. */
export function startRetention(store: ServiceStore, logger: Logger): Disposable {
  const sweep = (): void => {
    store.forget(Date.now(), Date.now() - retentionMs).catch((error: unknown) => {
      logger.warn({ err: error }, 'retention deleted nothing');
    });
  };
  sweep();
  const timer = setInterval(sweep, sweepMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
