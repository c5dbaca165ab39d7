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
  freeAt,
  type Learnt,
  learn,
  newBucket,
  newLearnt,
  pause,
  spend,
  type Urgency,
} from './token-bucket.ts';

export type { Urgency } from './token-bucket.ts';

/** Leave to go, by one of the ways that were asked for. */
export interface Pass {
  readonly way: number;
  /** To be called when the action was taken. */
  worked(): void;
}

export interface Pacer {
  /** Resolves when all budgets have room, and takes it; resolves at once, taking nothing, when the signal aborts. */
  take(budgets: readonly Budget[], urgency: () => Urgency, signal?: AbortSignal): Promise<void>;
  /** The same for whichever of several ways has room first; the first way is preferred if it soon has. */
  takeFirst(ways: readonly (readonly Budget[])[], urgency: () => Urgency, signal?: AbortSignal): Promise<Pass>;
  /** How many replies share each action of these budgets, with one more. */
  load(budgets: readonly Budget[]): number;
  /** Last words will cost these budgets, so words in the middle leave room for them; until what it gives is called. */
  expect(budgets: readonly Budget[]): () => void;
  /** The other side said to wait: nothing that costs one of these budgets goes before `waitMs` from now. */
  pause(budgets: readonly Budget[], waitMs: number): void;
}

interface Waiter {
  readonly ways: readonly (readonly Budget[])[];
  readonly urgency: () => Urgency;
  readonly since: number;
  readonly go: (pass: Pass) => void;
}

/** How long the first way is waited for when another is free, and how soon it must be expected to be. */
const preferMs = 500;
const soonMs = 150;

export function createPacer(clock: Clock): Pacer {
  const buckets = new Map<string, Bucket>();
  const learnt = new Map<string, Learnt>();
  let waiters: readonly Waiter[] = [];
  let alarm = new AbortController();

  return {
    async take(budgets, urgency, signal) {
      await takeFirst([budgets], urgency, signal);
    },
    takeFirst,
    load: (budgets) => Math.max(...budgets.map((budget) => (bucketOf(budget).expected + 1) / budget.limit)),
    expect(budgets) {
      const expected = budgets.map(bucketOf);
      for (const bucket of expected) bucket.expected += 1;
      return () => {
        for (const bucket of expected.splice(0)) bucket.expected -= 1;
        if (waiters.length > 0) serve();
      };
    },
    pause(budgets, waitMs) {
      for (const budget of budgets) pause(budget, bucketOf(budget), clock.now(), waitMs);
      serve();
    },
  };

  function takeFirst(
    ways: readonly (readonly Budget[])[],
    urgency: () => Urgency,
    signal?: AbortSignal,
  ): Promise<Pass> {
    if (signal?.aborted) return Promise.resolve(nothingTaken);
    return new Promise((resolve) => {
      const waiter: Waiter = { ways, urgency, since: clock.now(), go };
      waiters = [...waiters, waiter];
      const leave = (): void => go(nothingTaken);
      signal?.addEventListener('abort', leave, { once: true });
      serve();
      function go(pass: Pass): void {
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
      const ways = waiter.ways.map((budgets) => budgets.filter((budget) => now < heldUntil(budget, waiter)));
      const free = ways.map((budgets) =>
        Math.max(
          now,
          ...budgets.map((each) => Math.min(freeAt(each, bucketOf(each), now, urgency), heldUntil(each, waiter))),
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

  function passBy(way: number, budgets: readonly Budget[], now: number): Pass {
    const tried = budgets.filter((budget) => spend(budget, bucketOf(budget), now));
    return {
      way,
      worked() {
        if (tried.length === 0) return;
        for (const budget of tried.splice(0)) learn(budget, bucketOf(budget));
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
    forgetIdle();
    const bucket = newBucket(clock.now(), learntOf(budget));
    buckets.set(budget.bucket, bucket);
    return bucket;
  }

  function learntOf({ bucket, burstGroup = bucket }: Budget): Learnt {
    const known = learnt.get(burstGroup) ?? newLearnt();
    if (burstGroup !== bucket) learnt.set(burstGroup, known);
    return known;
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

const nothingTaken: Pass = { way: 0, worked: () => undefined };

function inOrder(waiters: readonly Waiter[]): readonly { readonly waiter: Waiter; readonly urgency: Urgency }[] {
  return waiters.map((waiter) => ({ waiter, urgency: waiter.urgency() })).sort((a, b) => b.urgency - a.urgency);
}

function heldUntil({ maxHoldMs = Number.POSITIVE_INFINITY }: Budget, { since }: Waiter): number {
  return since + maxHoldMs;
}

/** The way to go now, by when each is free; -1 for none, also when the first is worth waiting for. */
function wayOf(free: readonly number[], now: number, since: number): number {
  const [best = now] = free;
  const isWorthIt = best > now && best <= now + soonMs && now < since + preferMs;
  return isWorthIt ? -1 : free.findIndex((at) => at <= now);
}
