/**
 * Decides when the next action may be sent: a priority queue in front of the token buckets of all budgets.
 *
 * Waiters are served by urgency, then by arrival. Urgency is read each time, since a reply that settles while it waits
 * becomes urgent.
 */
import { type Clock, endWait } from '../../../kit/base/clock.ts';
import type { Budget } from '../ports/budget.ts';
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

/** Permission to send one action in one of the requested ways. */
export interface Permit {
  /** Index of the way; -1 for none, because the platform asked to wait too long with each. */
  readonly way: number;
  /** Must be called when the platform has accepted the action. */
  accepted(): void;
  /** True once the platform has asked to wait with this way: the action must not be sent, and needs another permit. */
  isWithdrawn(): boolean;
}

export interface Pacer {
  /** Resolves when all budgets have room, and spends it. If the signal aborts, resolves immediately and spends nothing. */
  acquire(budgets: readonly Budget[], urgency: () => Urgency, signal?: AbortSignal): Promise<void>;
  /**
   * The same for whichever way has room first; the first way is preferred if it has room soon. Resolves with way -1 as soon as
   * the platform has asked to wait for more than `maxPauseMs` with every way.
   */
  acquireFirst(
    ways: readonly (readonly Budget[])[],
    urgency: () => Urgency,
    signal?: AbortSignal,
    maxPauseMs?: number,
  ): Promise<Permit>;
  /** The number of replies, including a new one, per allowed action of the busiest of these budgets. */
  load(budgets: readonly Budget[]): number;
  /** Reserves room for a final update, which intermediate updates then leave free. Returns a function that releases it. */
  reserve(budgets: readonly Budget[]): () => void;
  /** Called when the platform asks to wait: sends nothing that costs one of these budgets for `waitMs`. */
  pause(budgets: readonly Budget[], waitMs: number): void;
}

interface Waiter {
  readonly ways: readonly (readonly Budget[])[];
  readonly urgency: () => Urgency;
  readonly since: number;
  readonly maxPauseMs: number;
  readonly resolve: (permit: Permit) => void;
}

/** When a way is free, and until when the platform asked to wait with it. */
interface Prospect {
  readonly at: number;
  readonly pausedUntil: number;
}

const never = Number.POSITIVE_INFINITY;
/** How long to wait for the preferred way while another is free, and how soon the preferred way must be free. */
const preferMs = 500;
const soonMs = 150;

export function createPacer(clock: Clock): Pacer {
  const bucketOf = createBuckets(clock);
  let waiters: readonly Waiter[] = [];
  let alarm: { readonly at: number; readonly over: AbortController } | undefined;

  return {
    async acquire(budgets, urgency, signal) {
      await acquireFirst([budgets], urgency, signal);
    },
    acquireFirst,
    load: (budgets) => Math.max(...budgets.map((budget) => (bucketOf(budget).reservations + 1) / budget.limit)),
    reserve(budgets) {
      const reserved = budgets.map(bucketOf);
      for (const bucket of reserved) bucket.reservations += 1;
      return () => {
        for (const bucket of reserved.splice(0)) bucket.reservations -= 1;
        if (waiters.length > 0) serve();
      };
    },
    pause(budgets, waitMs) {
      for (const budget of budgets) backOff(budget, bucketOf(budget), clock.now(), waitMs);
      serve();
    },
  };

  function acquireFirst(
    ways: readonly (readonly Budget[])[],
    urgency: () => Urgency,
    signal?: AbortSignal,
    maxPauseMs = never,
  ): Promise<Permit> {
    if (signal?.aborted) return Promise.resolve(emptyPermit);
    return new Promise((resolve) => {
      const waiter: Waiter = { ways, urgency, since: clock.now(), maxPauseMs, resolve: finish };
      waiters = [...waiters, waiter];
      const leave = (): void => finish(emptyPermit);
      signal?.addEventListener('abort', leave, { once: true });
      serve();
      function finish(permit: Permit): void {
        waiters = waiters.filter((other) => other !== waiter);
        if (waiters.length === 0) wakeAt(never);
        signal?.removeEventListener('abort', leave);
        resolve(permit);
      }
    });
  }

  /** Serves every waiter that may proceed, most urgent first, and sets the alarm for the next one. */
  function serve(): void {
    const now = clock.now();
    let nextAt = never;
    for (const { waiter, urgency } of inOrder(waiters)) {
      const ways = waiter.ways.map((budgets) => prospectOf(budgets, waiter, urgency, now));
      if (ways.every(({ pausedUntil }) => pausedUntil > now + waiter.maxPauseMs)) {
        waiter.resolve({ ...emptyPermit, way: -1 });
        continue;
      }
      const way = wayOf(ways, now, waiter.since);
      if (way === -1) {
        for (const { at } of ways) if (at > now) nextAt = Math.min(nextAt, at);
        continue;
      }
      waiter.resolve(permitFor(way, waiter, now));
    }
    wakeAt(nextAt);
  }

  /** Must be fast: runs for every waiter whenever one arrives or leaves. */
  function prospectOf(budgets: readonly Budget[], waiter: Waiter, urgency: Urgency, now: number): Prospect {
    let [at, pausedUntil] = [now, 0];
    for (const budget of budgets) {
      const ignoredFrom = holdsUntil(budget, waiter);
      if (now >= ignoredFrom) continue;
      const bucket = bucketOf(budget);
      at = Math.max(at, Math.min(freeAt(budget, bucket, now, urgency), ignoredFrom));
      pausedUntil = Math.max(pausedUntil, bucket.pausedUntil);
    }
    return { at, pausedUntil };
  }

  function permitFor(way: number, waiter: Waiter, now: number): Permit {
    const holding = (waiter.ways[way] ?? []).filter((budget) => now < holdsUntil(budget, waiter));
    const probed = holding.filter((budget) => spend(budget, bucketOf(budget), now));
    return {
      way,
      accepted() {
        if (probed.length === 0) return;
        for (const budget of probed.splice(0)) confirmProbe(budget, bucketOf(budget));
        serve();
      },
      isWithdrawn: () => holding.some((budget) => bucketOf(budget).pausedUntil > clock.now()),
    };
  }

  function wakeAt(at: number): void {
    if (at === alarm?.at) return;
    if (alarm) endWait(alarm.over);
    alarm = undefined;
    if (at === never) return;
    const over = new AbortController();
    alarm = { at, over };
    void clock.wait(Math.ceil(at - clock.now()), over.signal).then(() => {
      if (over.signal.aborted) return;
      alarm = undefined;
      serve();
    });
  }
}

const emptyPermit: Permit = { way: 0, accepted: () => undefined, isWithdrawn: () => false };

function inOrder(waiters: readonly Waiter[]): readonly { readonly waiter: Waiter; readonly urgency: Urgency }[] {
  return waiters.map((waiter) => ({ waiter, urgency: waiter.urgency() })).sort((a, b) => b.urgency - a.urgency);
}

function holdsUntil({ maxHoldMs = never }: Budget, { since }: Waiter): number {
  return since + maxHoldMs;
}

/** The index of the way to take now; -1 if none is free, or if the first one is worth waiting for. */
function wayOf(ways: readonly Prospect[], now: number, since: number): number {
  const best = ways[0]?.at ?? now;
  const isWorthIt = best > now && best <= now + soonMs && now < since + preferMs;
  return isWorthIt ? -1 : ways.findIndex(({ at }) => at <= now);
}

/** At this many buckets, those idle for `idleMs` are dropped, such as those of inactive threads. */
const manyBuckets = 1_000;
const idleMs = 10 * 60_000;

/** Returns the bucket of a budget; a new one is full. */
function createBuckets(clock: Clock): (budget: Budget) => Bucket {
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

/**
 * A pacer for one of several processes: it takes an equal share of the budgets that they spend together. `processes` is called
 * for each action.
 *
 * Each process with work takes its share, used or not, so no process has to coordinate with others before an edit. When one
 * gets work, the others learn of it some seconds later; until then a workspace may be edited a little too fast, and a limit
 * hit in that time is waited out like any other.
 */
export function createSharedPacer(pacer: Pacer, processes: () => number): Pacer {
  const share = (budgets: readonly Budget[]): readonly Budget[] =>
    budgets.map((budget) => shareOfBudget(budget, processes()));
  return {
    acquire: (budgets, urgency, signal) => pacer.acquire(share(budgets), urgency, signal),
    acquireFirst: (ways, ...more) => pacer.acquireFirst(ways.map(share), ...more),
    load: (budgets) => pacer.load(share(budgets)),
    reserve: (budgets) => pacer.reserve(share(budgets)),
    pause: (budgets, waitMs) => pacer.pause(share(budgets), waitMs),
  };
}

/** One process's share of a budget; all of it if the budget is not shared. */
export function shareOfBudget(budget: Budget, processes: number): Budget {
  if (!budget.shared || processes <= 1) return budget;
  const { limit, windowMs, burst, maxBurst = burst } = budget;
  return {
    ...budget,
    limit: Math.max(1, Math.floor(limit / processes)),
    // Less than one action per window becomes one per longer window.
    windowMs: windowMs * Math.max(1, processes / limit),
    burst: Math.max(1, Math.floor(burst / processes)),
    maxBurst: Math.max(1, Math.floor(maxBurst / processes)),
  };
}
