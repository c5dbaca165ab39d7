/**
 * When the next action may go. In: budgets that an action costs, and how urgent it is. Out: a promise that resolves when
 * it may be sent. Effects: waits on the clock, nothing else.
 *
 * What a budget allows is worked out in token-bucket. Whoever waits is looked at in order of urgency, then of arrival;
 * urgency is asked anew each time, because a reply that settles while it waits becomes urgent.
 */

import type { Clock } from '../../base/clock.ts';
import type { Budget } from '../ports/platform.ts';
import {
  type Bucket,
  type BurstEstimate,
  backOff,
  confirmProbe,
  freeAt,
  newBucket,
  newEstimate,
  spend,
  type Urgency,
} from './token-bucket.ts';

export type { Urgency } from './token-bucket.ts';

/** Leave to go, by one of the ways that were asked for. */
export interface Permit {
  readonly way: number;
  /** To be called when the action was taken. */
  accepted(): void;
}

export interface Pacer {
  /** Resolves when all budgets have room, and takes it; resolves at once, taking nothing, when the signal aborts. */
  acquire(budgets: readonly Budget[], urgency: () => Urgency, signal?: AbortSignal): Promise<void>;
  /** The same for whichever of several ways has room first; the first way is preferred if it soon has. */
  acquireFirst(ways: readonly (readonly Budget[])[], urgency: () => Urgency, signal?: AbortSignal): Promise<Permit>;
  /** How many replies share each action of these budgets, with one more. */
  load(budgets: readonly Budget[]): number;
  /** Last words will cost these budgets, so words in the middle leave room for them; until what it gives is called. */
  reserve(budgets: readonly Budget[]): () => void;
  /** The other side said to wait: nothing that costs one of these budgets goes before `waitMs` from now. */
  pause(budgets: readonly Budget[], waitMs: number): void;
}

interface Waiter {
  readonly ways: readonly (readonly Budget[])[];
  readonly urgency: () => Urgency;
  readonly since: number;
  readonly go: (pass: Permit) => void;
}

/** How long the first way is waited for when another is free, and how soon it must be expected to be. */
const preferMs = 500;
const soonMs = 150;

export function createPacer(clock: Clock): Pacer {
  const buckets = new Map<string, Bucket>();
  const learnt = new Map<string, BurstEstimate>();
  let waiters: readonly Waiter[] = [];
  let alarm = new AbortController();

  return {
    async acquire(budgets, urgency, signal) {
      await takeFirst([budgets], urgency, signal);
    },
    acquireFirst: takeFirst,
    load: (budgets) => Math.max(...budgets.map((budget) => (bucketOf(budget).reservations + 1) / budget.limit)),
    reserve(budgets) {
      const expected = budgets.map(bucketOf);
      for (const bucket of expected) bucket.reservations += 1;
      return () => {
        for (const bucket of expected.splice(0)) bucket.reservations -= 1;
        if (waiters.length > 0) serve();
      };
    },
    pause(budgets, waitMs) {
      for (const budget of budgets) backOff(budget, bucketOf(budget), clock.now(), waitMs);
      serve();
    },
  };

  function takeFirst(
    ways: readonly (readonly Budget[])[],
    urgency: () => Urgency,
    signal?: AbortSignal,
  ): Promise<Permit> {
    if (signal?.aborted) return Promise.resolve(emptyPermit);
    return new Promise((resolve) => {
      const waiter: Waiter = { ways, urgency, since: clock.now(), go };
      waiters = [...waiters, waiter];
      const leave = (): void => go(emptyPermit);
      signal?.addEventListener('abort', leave, { once: true });
      serve();
      function go(pass: Permit): void {
        waiters = waiters.filter((each) => each !== waiter);
        if (waiters.length === 0) alarm.abort();
        signal?.removeEventListener('abort', leave);
        resolve(pass);
      }
    });
  }

  /** Lets everybody go who may, most urgent first, and sets the alarm for the next one who will. */
  function serve(): void {
    const now = clock.now();
    let nextAt = Number.POSITIVE_INFINITY;
    for (const { waiter, urgency } of inOrder(waiters)) {
      const ways = waiter.ways.map((budgets) => budgets.filter((budget) => now < heedsUntil(budget, waiter)));
      const free = ways.map((budgets) =>
        Math.max(
          now,
          ...budgets.map((each) => Math.min(freeAt(each, bucketOf(each), now, urgency), heedsUntil(each, waiter))),
        ),
      );
      const way = wayOf(free, now, waiter.since);
      if (way === -1) {
        nextAt = Math.min(nextAt, ...free.filter((at) => at > now));
        continue;
      }
      waiter.go(passBy(way, ways[way] ?? [], now));
    }
    wakeAt(nextAt);
  }

  function passBy(way: number, budgets: readonly Budget[], now: number): Permit {
    const tried = budgets.filter((budget) => spend(budget, bucketOf(budget), now));
    return {
      way,
      accepted() {
        if (tried.length === 0) return;
        for (const budget of tried.splice(0)) confirmProbe(budget, bucketOf(budget));
        serve();
      },
    };
  }

  function wakeAt(at: number): void {
    alarm.abort();
    if (at === Number.POSITIVE_INFINITY) return;
    alarm = new AbortController();
    const { signal } = alarm;
    void clock.wait(Math.ceil(at - clock.now()), signal).then(() => {
      if (!signal.aborted) serve();
    });
  }

  function bucketOf(budget: Budget): Bucket {
    const known = buckets.get(budget.bucket);
    if (known) return known;
    dropIdleBuckets();
    const bucket = newBucket(clock.now(), learntOf(budget));
    buckets.set(budget.bucket, bucket);
    return bucket;
  }

  function learntOf({ bucket, burstGroup = bucket }: Budget): BurstEstimate {
    const known = learnt.get(burstGroup) ?? newEstimate();
    if (burstGroup !== bucket) learnt.set(burstGroup, known);
    return known;
  }

  /** Buckets of threads nobody writes in any more are let go, a thousand at a time at most. */
  function dropIdleBuckets(): void {
    if (buckets.size < 1000) return;
    const longAgo = clock.now() - 10 * 60_000;
    for (const [name, bucket] of buckets) {
      const idle = bucket.refilledAt < longAgo && bucket.pausedUntil < longAgo && bucket.reservations === 0;
      if (idle) buckets.delete(name);
    }
  }
}

const emptyPermit: Permit = { way: 0, accepted: () => undefined };

function inOrder(waiters: readonly Waiter[]): readonly { readonly waiter: Waiter; readonly urgency: Urgency }[] {
  return waiters.map((waiter) => ({ waiter, urgency: waiter.urgency() })).sort((a, b) => b.urgency - a.urgency);
}

function heedsUntil({ maxHoldMs = Number.POSITIVE_INFINITY }: Budget, { since }: Waiter): number {
  return since + maxHoldMs;
}

/** The way to go now, by when each is free; -1 for none, also when the first is worth waiting for. */
function wayOf(free: readonly number[], now: number, since: number): number {
  const [best = now] = free;
  const isWorthIt = best > now && best <= now + soonMs && now < since + preferMs;
  return isWorthIt ? -1 : free.findIndex((at) => at <= now);
}
