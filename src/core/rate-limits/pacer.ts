/**
 * Decides when the next action may be sent: a priority queue in front of the token buckets of all budgets.
 *
 * Waiters are served by urgency, then by arrival. Urgency is asked each time, since a reply that settles while it waits
 * becomes urgent.
 */
import { type Clock, endWait } from '../../base/clock.ts';
import type { Budget } from '../ports/budget.ts';
import { createBuckets } from './buckets.ts';
import { backOff, confirmProbe, freeAt, spend, type Urgency } from './token-bucket.ts';

export type { Urgency } from './token-bucket.ts';

/** Permission to send one action, in one of the ways that were asked for. */
export interface Permit {
  /** -1: none of them, because the platform asked to wait for too long with each. */
  readonly way: number;
  /** To be called when the platform accepted the action. */
  accepted(): void;
}

export interface Pacer {
  /** Resolves when all budgets have room, and spends it; when the signal aborts it resolves at once and spends nothing. */
  acquire(budgets: readonly Budget[], urgency: () => Urgency, signal?: AbortSignal): Promise<void>;
  /**
   * The same for whichever way has room first; the first way is preferred if it has room soon. Where the platform asked to
   * wait for more than `maxPauseMs` with all of them, now or while this waits, nothing is waited for.
   */
  acquireFirst(
    ways: readonly (readonly Budget[])[],
    urgency: () => Urgency,
    signal?: AbortSignal,
    maxPauseMs?: number,
  ): Promise<Permit>;
  /** Replies per action of the busiest of these budgets, counting one more. */
  load(budgets: readonly Budget[]): number;
  /** Reserves room for a final update, which intermediate updates then leave free. Returns a function that releases it. */
  reserve(budgets: readonly Budget[]): () => void;
  /** The platform asked to wait: nothing that costs one of these budgets is sent before `waitMs` from now. */
  pause(budgets: readonly Budget[], waitMs: number): void;
}

interface Waiter {
  readonly ways: readonly (readonly Budget[])[];
  readonly urgency: () => Urgency;
  readonly since: number;
  readonly maxPauseMs: number;
  readonly resolve: (permit: Permit) => void;
}

/** How long the preferred way is waited for while another is free, and how soon it must be free for that. */
const preferMs = 500;
const soonMs = 150;

export function createPacer(clock: Clock): Pacer {
  const bucketOf = createBuckets(clock);
  let waiters: readonly Waiter[] = [];
  let alarm = new AbortController();

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
    maxPauseMs = Number.POSITIVE_INFINITY,
  ): Promise<Permit> {
    if (signal?.aborted) return Promise.resolve(emptyPermit);
    return new Promise((resolve) => {
      const waiter: Waiter = { ways, urgency, since: clock.now(), maxPauseMs, resolve: finish };
      waiters = [...waiters, waiter];
      const leave = (): void => finish(emptyPermit);
      signal?.addEventListener('abort', leave, { once: true });
      serve();
      function finish(permit: Permit): void {
        waiters = waiters.filter((each) => each !== waiter);
        if (waiters.length === 0) endWait(alarm);
        signal?.removeEventListener('abort', leave);
        resolve(permit);
      }
    });
  }

  /** Serves every waiter who may go, most urgent first, and sets the alarm for the next one. */
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
      const pausedUntil = ways.map((budgets) => Math.max(0, ...budgets.map((each) => bucketOf(each).pausedUntil)));
      if (Math.min(...pausedUntil) > now + waiter.maxPauseMs) {
        waiter.resolve({ ...emptyPermit, way: -1 });
        continue;
      }
      const way = wayOf(free, now, waiter.since);
      if (way === -1) {
        nextAt = Math.min(nextAt, ...free.filter((at) => at > now));
        continue;
      }
      waiter.resolve(permitFor(way, ways[way] ?? [], now));
    }
    wakeAt(nextAt);
  }

  function permitFor(way: number, budgets: readonly Budget[], now: number): Permit {
    const probed = budgets.filter((budget) => spend(budget, bucketOf(budget), now));
    return {
      way,
      accepted() {
        if (probed.length === 0) return;
        for (const budget of probed.splice(0)) confirmProbe(budget, bucketOf(budget));
        serve();
      },
    };
  }

  function wakeAt(at: number): void {
    endWait(alarm);
    if (at === Number.POSITIVE_INFINITY) return;
    alarm = new AbortController();
    const { signal } = alarm;
    void clock.wait(Math.ceil(at - clock.now()), signal).then(() => {
      if (!signal.aborted) serve();
    });
  }
}

const emptyPermit: Permit = { way: 0, accepted: () => undefined };

function inOrder(waiters: readonly Waiter[]): readonly { readonly waiter: Waiter; readonly urgency: Urgency }[] {
  return waiters.map((waiter) => ({ waiter, urgency: waiter.urgency() })).sort((a, b) => b.urgency - a.urgency);
}

function heedsUntil({ maxHoldMs = Number.POSITIVE_INFINITY }: Budget, { since }: Waiter): number {
  return since + maxHoldMs;
}

/** The index of the way to take now; -1 for none, also when the first one is worth waiting for. */
function wayOf(free: readonly number[], now: number, since: number): number {
  const [best = now] = free;
  const isWorthIt = best > now && best <= now + soonMs && now < since + preferMs;
  return isWorthIt ? -1 : free.findIndex((at) => at <= now);
}
