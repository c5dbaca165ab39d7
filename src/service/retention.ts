/**
 * Retention of the service: deletes threads and updates RETENTION_DAYS after their last use, embeddings 90 days after theirs,
 * and expired quotas. The bot's retention is in bot/app/retention (when) and bot/store/retention/retention (what).
 */
import { setImmediate } from 'node:timers/promises';
import { type Clock, endWait, systemClock } from '../kit/base/clock.ts';
import type { Logger } from '../kit/base/logger.ts';
import type { ServiceStore } from './store/store.ts';

const sweepMs = 3_600_000;
const dayMs = 24 * 3_600_000;
/** Embeddings contain no data about people. */
const unusedVectorMs = 90 * dayMs;

/** Embeddings of served sections are marked as used this often. */
const markMs = dayMs;

export interface RetentionOptions {
  readonly store: ServiceStore;
  /** How long threads and updates are kept after their last use. */
  readonly days: number | 'off';
  readonly logger: Logger;
  /** The hashes of the embeddings that are served. */
  readonly servedHashes: () => readonly string[];
  readonly clock?: Clock;
}

/** Deletes expired rows now and every hour, one batch per turn of the event loop. */
export function startRetention({
  store,
  days,
  logger,
  servedHashes,
  clock = systemClock,
}: RetentionOptions): AsyncDisposable {
  const ending = new AbortController();
  const { signal } = ending;
  let markedAt = Number.NEGATIVE_INFINITY;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await sweep().catch((error: unknown) => logger.warn({ err: error }, 'retention failed'));
      await clock.wait(sweepMs, signal);
    }
  }
  async function sweep(): Promise<void> {
    const now = clock.now();
    if (now - markedAt >= markMs) {
      await store.markVectorsUsed(servedHashes(), now);
      markedAt = now;
    }
    const people = days === 'off' ? undefined : now - days * dayMs;
    const expiry = { now, people, vectors: now - unusedVectorMs };
    while (!signal.aborted && (await store.deleteExpired(expiry))) await setImmediate();
  }
  const running = run();
  return {
    async [Symbol.asyncDispose]() {
      endWait(ending);
      await running;
    },
  };
}
