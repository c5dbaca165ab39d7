/**
 * When the next action may go. In: budgets that an action costs, and how urgent it is. Out: a promise that resolves when
 * it may be sent. Effects: waits on the clock, nothing else.
 *
 * Each bucket is a bucket of tokens that also remembers when its last actions went, so that neither the burst nor the
 * limit of any window is ever exceeded. Whoever waits is looked at in order of urgency, then of arrival; urgency is asked
 * anew each time, because a reply that settles while it waits becomes urgent.
 */
import type { Clock } from './clock.ts';
import type { Budget } from './ports.ts';

/** 2: the first or the last words of a reply. 1: a sign of work. 0: words in the middle. */
export type Urgency = 0 | 1 | 2;

export interface Pacer {
  /** Resolves when all budgets have room, and takes it; resolves at once, taking nothing, when the signal aborts. */
  take(budgets: readonly Budget[], urgency: () => Urgency, signal?: AbortSignal): Promise<void>;
  /** The other side said to wait: nothing that costs one of these budgets goes before `waitMs` from now. */
  pause(budgets: readonly Budget[], waitMs: number): void;
}

interface Bucket {
  tokens: number;
  filledAt: number;
  pausedUntil: number;
  /** When the last actions went, oldest first, not older than one window. */
  readonly sent: number[];
}

interface Waiter {
  readonly budgets: readonly Budget[];
  readonly urgency: () => Urgency;
  readonly resolve: () => void;
}

export function createPacer(clock: Clock): Pacer {
  const buckets = new Map<string, Bucket>();
  let waiters: readonly Waiter[] = [];
  let alarm = new AbortController();

  return {
    take(budgets, urgency, signal) {
      if (signal?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const waiter: Waiter = { budgets, urgency, resolve: done };
        waiters = [...waiters, waiter];
        signal?.addEventListener('abort', done, { once: true });
        serve();
        function done(): void {
          waiters = waiters.filter((each) => each !== waiter);
          signal?.removeEventListener('abort', done);
          resolve();
        }
      });
    },
    pause(budgets, waitMs) {
      for (const budget of budgets) {
        const bucket = bucketOf(budget);
        bucket.pausedUntil = Math.max(bucket.pausedUntil, clock.now() + waitMs);
      }
      serve();
    },
  };

  /** Lets everybody go who may, most urgent first, and sets the alarm for the next one who will. */
  function serve(): void {
    const now = clock.now();
    let nextAt = Number.POSITIVE_INFINITY;
    for (const waiter of inOrder(waiters)) {
      const freeAt = Math.max(now, ...waiter.budgets.map((budget) => freeAtOf(budget, bucketOf(budget), now)));
      if (freeAt > now) {
        nextAt = Math.min(nextAt, freeAt);
        continue;
      }
      for (const budget of waiter.budgets) spend(budget, bucketOf(budget), now);
      waiter.resolve();
    }
    alarm.abort();
    if (nextAt === Number.POSITIVE_INFINITY) return;
    alarm = new AbortController();
    const { signal } = alarm;
    void clock.wait(Math.ceil(nextAt - now), signal).then(() => {
      if (!signal.aborted) serve();
    });
  }

  function bucketOf(budget: Budget): Bucket {
    const known = buckets.get(budget.bucket);
    if (known) return known;
    forgetIdle();
    const bucket: Bucket = { tokens: budget.burst, filledAt: clock.now(), pausedUntil: 0, sent: [] };
    buckets.set(budget.bucket, bucket);
    return bucket;
  }

  /** Buckets of threads nobody writes in any more are let go, a thousand at a time at most. */
  function forgetIdle(): void {
    if (buckets.size < 1000) return;
    const longAgo = clock.now() - 10 * 60_000;
    for (const [name, bucket] of buckets) {
      if (bucket.filledAt < longAgo && bucket.pausedUntil < longAgo) buckets.delete(name);
    }
  }
}

function inOrder(waiters: readonly Waiter[]): readonly Waiter[] {
  return waiters
    .map((waiter) => ({ waiter, urgency: waiter.urgency() }))
    .sort((a, b) => b.urgency - a.urgency)
    .map(({ waiter }) => waiter);
}

/** Tokens a millisecond. The burst is part of the window's limit, so that spending it never exceeds the window. */
function rateOf(budget: Budget): number {
  const steady = budget.burst < budget.limit ? budget.limit - budget.burst : budget.limit;
  return steady / budget.windowMs;
}

function freeAtOf(budget: Budget, bucket: Bucket, now: number): number {
  refill(budget, bucket, now);
  // A hair less than a whole token counts, or rounding makes us wait for nothing.
  const tokenAt = bucket.tokens >= 1 - 1e-6 ? now : now + (1 - bucket.tokens) / rateOf(budget);
  const oldest = bucket.sent.length >= budget.limit ? bucket.sent.at(-budget.limit) : undefined;
  const windowAt = oldest === undefined ? now : oldest + budget.windowMs;
  return Math.max(tokenAt, windowAt, bucket.pausedUntil);
}

function refill(budget: Budget, bucket: Bucket, now: number): void {
  bucket.tokens = Math.min(budget.burst, bucket.tokens + Math.max(0, now - bucket.filledAt) * rateOf(budget));
  bucket.filledAt = now;
  while (bucket.sent[0] !== undefined && bucket.sent[0] <= now - budget.windowMs) bucket.sent.shift();
}

function spend(budget: Budget, bucket: Bucket, now: number): void {
  refill(budget, bucket, now);
  bucket.tokens -= 1;
  bucket.sent.push(now);
}
