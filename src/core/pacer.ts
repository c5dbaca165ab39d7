/**
 * When the next action may go. In: budgets that an action costs, and how urgent it is. Out: a promise that resolves when
 * it may be sent. Effects: waits on the clock, nothing else.
 *
 * Each bucket is a bucket of tokens that also remembers when its last actions went, so that neither the burst nor the
 * limit of any window is ever exceeded, whichever of the two the other side counts by. Whoever waits is looked at in
 * order of urgency, then of arrival; urgency is asked anew each time, because a reply that settles while it waits becomes
 * urgent. Words in the middle have two manners more: they leave as many tokens as replies will need for their last words,
 * and where a budget is to be spent evenly they keep a distance, so that what is left of the window lasts until its
 * oldest action falls out of it. A limit that we meet all the same teaches: the burst is taken to be smaller from then on.
 */
import type { Clock } from './clock.ts';
import type { Budget } from './ports.ts';

/** 2: the first or the last words of a reply. 1: a sign of work. 0: words in the middle. */
export type Urgency = 0 | 1 | 2;

export interface Pacer {
  /** Resolves when all budgets have room, and takes it; resolves at once, taking nothing, when the signal aborts. */
  take(budgets: readonly Budget[], urgency: () => Urgency, signal?: AbortSignal): Promise<void>;
  /** The same for whichever of several ways has room first, the earlier in the list if both have; gives its index. */
  takeFirst(ways: readonly (readonly Budget[])[], urgency: () => Urgency, signal?: AbortSignal): Promise<number>;
  /** Last words will cost these budgets, so words in the middle leave room for them; until what it gives is called. */
  expect(budgets: readonly Budget[]): () => void;
  /** The other side said to wait: nothing that costs one of these budgets goes before `waitMs` from now. */
  pause(budgets: readonly Budget[], waitMs: number): void;
}

interface Bucket {
  tokens: number;
  filledAt: number;
  pausedUntil: number;
  /** When the last actions went, oldest first, not older than one window. */
  readonly sent: number[];
  /** Replies whose last words are still to come. */
  expected: number;
  /** What of the burst is believed in, from 1 down to `leastTrust`. */
  trust: number;
}

interface Waiter {
  readonly ways: readonly (readonly Budget[])[];
  readonly urgency: () => Urgency;
  readonly resolve: (way: number) => void;
}

/** With a full bucket, the distance between middle words is this share of what would last, at the least. */
const mostHaste = 0.25;
const leastTrust = 0.1;
/** How much of the trust that was lost comes back in each window. */
const regain = 0.05;

export function createPacer(clock: Clock): Pacer {
  const buckets = new Map<string, Bucket>();
  let waiters: readonly Waiter[] = [];
  let alarm = new AbortController();

  return {
    async take(budgets, urgency, signal) {
      await takeFirst([budgets], urgency, signal);
    },
    takeFirst,
    expect(budgets) {
      const expected = budgets.map(bucketOf);
      for (const bucket of expected) bucket.expected += 1;
      return () => {
        for (const bucket of expected.splice(0)) bucket.expected -= 1;
      };
    },
    pause(budgets, waitMs) {
      for (const budget of budgets) {
        const bucket = bucketOf(budget);
        bucket.pausedUntil = Math.max(bucket.pausedUntil, clock.now() + waitMs);
        bucket.trust = Math.max(leastTrust, bucket.trust / 2);
        bucket.tokens = Math.min(bucket.tokens, 1);
      }
      serve();
    },
  };

  function takeFirst(
    ways: readonly (readonly Budget[])[],
    urgency: () => Urgency,
    signal?: AbortSignal,
  ): Promise<number> {
    if (signal?.aborted) return Promise.resolve(0);
    return new Promise((resolve) => {
      const waiter: Waiter = { ways, urgency, resolve: done };
      waiters = [...waiters, waiter];
      const leave = (): void => done(0);
      signal?.addEventListener('abort', leave, { once: true });
      serve();
      function done(way: number): void {
        waiters = waiters.filter((each) => each !== waiter);
        signal?.removeEventListener('abort', leave);
        resolve(way);
      }
    });
  }

  /** Lets everybody go who may, most urgent first, and sets the alarm for the next one who will. */
  function serve(): void {
    const now = clock.now();
    let nextAt = Number.POSITIVE_INFINITY;
    for (const { waiter, urgency } of inOrder(waiters)) {
      const free = waiter.ways.map((budgets) =>
        Math.max(now, ...budgets.map((budget) => freeAtOf(budget, bucketOf(budget), now, urgency))),
      );
      const way = free.findIndex((at) => at <= now);
      if (way === -1) {
        nextAt = Math.min(nextAt, ...free);
        continue;
      }
      for (const budget of waiter.ways[way] ?? []) spend(budget, bucketOf(budget), now);
      waiter.resolve(way);
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
    const bucket: Bucket = {
      tokens: budget.burst,
      filledAt: clock.now(),
      pausedUntil: 0,
      sent: [],
      expected: 0,
      trust: 1,
    };
    buckets.set(budget.bucket, bucket);
    return bucket;
  }

  /** Buckets of threads nobody writes in any more are let go, a thousand at a time at most. */
  function forgetIdle(): void {
    if (buckets.size < 1000) return;
    const longAgo = clock.now() - 10 * 60_000;
    for (const [name, bucket] of buckets) {
      const idle = bucket.filledAt < longAgo && bucket.pausedUntil < longAgo && bucket.expected === 0;
      if (idle) buckets.delete(name);
    }
  }
}

function inOrder(waiters: readonly Waiter[]): readonly { readonly waiter: Waiter; readonly urgency: Urgency }[] {
  return waiters.map((waiter) => ({ waiter, urgency: waiter.urgency() })).sort((a, b) => b.urgency - a.urgency);
}

function burstOf(budget: Budget, bucket: Bucket): number {
  return Math.max(1, Math.floor(budget.burst * bucket.trust));
}

function freeAtOf(budget: Budget, bucket: Bucket, now: number, urgency: Urgency): number {
  refill(budget, bucket, now);
  const reserve = urgency === 0 ? Math.min(bucket.expected, burstOf(budget, bucket) - 1) : 0;
  const missing = 1 + reserve - bucket.tokens;
  // A hair less than a whole token counts, or rounding makes us wait for nothing.
  const tokenAt = missing <= 1e-6 ? now : now + (missing * budget.windowMs) / budget.limit;
  const oldest = bucket.sent.length >= budget.limit ? bucket.sent.at(-budget.limit) : undefined;
  const windowAt = oldest === undefined ? now : oldest + budget.windowMs;
  const evenAt = urgency === 0 && budget.evenly ? evenAtOf(budget, bucket) : now;
  return Math.max(tokenAt, windowAt, evenAt, bucket.pausedUntil);
}

/**
 * When the next middle words go, for the window's rest to last. One reply alone may turn out long, so it begins only a
 * little faster than it can go on; the more replies there are, the more each gains from an early burst.
 */
function evenAtOf(budget: Budget, bucket: Bucket): number {
  const [oldest] = bucket.sent;
  const last = bucket.sent.at(-1);
  if (oldest === undefined || last === undefined) return 0;
  const left = Math.max(1, budget.limit - bucket.sent.length + 1);
  const lastingMs = (oldest + budget.windowMs - last) / left;
  const haste = Math.max(mostHaste, 0.75 - 0.125 * bucket.expected);
  const full = Math.max(0, bucket.tokens / burstOf(budget, bucket));
  return last + lastingMs * (1 - full * (1 - haste));
}

function refill(budget: Budget, bucket: Bucket, now: number): void {
  const pastMs = Math.max(0, now - bucket.filledAt);
  const trusted = Math.min(1, bucket.trust + (regain * pastMs) / budget.windowMs);
  bucket.trust = trusted;
  const most = burstOf(budget, bucket);
  bucket.tokens = Math.min(most, bucket.tokens + (pastMs * budget.limit) / budget.windowMs);
  bucket.filledAt = now;
  while (bucket.sent[0] !== undefined && bucket.sent[0] <= now - budget.windowMs) bucket.sent.shift();
}

function spend(budget: Budget, bucket: Bucket, now: number): void {
  refill(budget, bucket, now);
  bucket.tokens -= 1;
  bucket.sent.push(now);
}
