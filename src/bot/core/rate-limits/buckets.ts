/** The buckets of all budgets by name, each with the burst estimate of its group. Idle buckets are dropped. */
import type { Clock } from '../../../kit/base/clock.ts';
import type { Budget } from '../ports/budget.ts';
import { type Bucket, type BurstEstimate, newBucket, newEstimate } from './token-bucket.ts';

/** At this many buckets, those idle for `idleMs` are dropped, such as those of inactive threads. */
const manyBuckets = 1_000;
const idleMs = 10 * 60_000;

/** Returns the bucket of a budget; a new one is full. */
export function createBuckets(clock: Clock): (budget: Budget) => Bucket {
  const buckets = new Map<string, Bucket>();
  const estimates = new Map<string, BurstEstimate>();

  return (budget) => {
    const known = buckets.get(budget.bucket);
    if (known) return known;
    if (buckets.size >= manyBuckets) dropIdle(clock.now() - idleMs);
    const bucket = newBucket(clock.now(), estimateOf(budget));
    buckets.set(budget.bucket, bucket);
    return bucket;
  };

  function estimateOf({ bucket, burstGroup = bucket }: Budget): BurstEstimate {
    const known = estimates.get(burstGroup) ?? newEstimate();
    if (burstGroup !== bucket) estimates.set(burstGroup, known);
    return known;
  }

  function dropIdle(since: number): void {
    for (const [name, bucket] of buckets) {
      const isIdle = bucket.refilledAt < since && bucket.pausedUntil < since && bucket.reservations === 0;
      if (isIdle) buckets.delete(name);
    }
  }
}
