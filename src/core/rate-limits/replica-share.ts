/**
 * A pacer for one of several processes. In: a pacer, how many processes there are. Out: a pacer that takes this process's
 * share of the budgets that all of them spend together. Pure but for the pacer that it is given.
 *
 * Each that has work takes an equal share, used or not: nobody asks the others before an edit. When a process gets work, the
 * others learn of it some seconds later, and a workspace that was edited as fast as it may is then, for that long, edited a
 * little faster; a limit that is met so is waited out like any other.
 */

import type { Budget } from '../ports/platform.ts';
import type { Pacer } from './pacer.ts';

/** `processes` is asked at each action. */
export function createSharedPacer(pacer: Pacer, processes: () => number): Pacer {
  const share = (budgets: readonly Budget[]): readonly Budget[] =>
    budgets.map((each) => shareOfBudget(each, processes()));
  return {
    acquire: (budgets, urgency, signal) => pacer.acquire(share(budgets), urgency, signal),
    acquireFirst: (ways, urgency, signal) => pacer.acquireFirst(ways.map(share), urgency, signal),
    load: (budgets) => pacer.load(share(budgets)),
    reserve: (budgets) => pacer.reserve(share(budgets)),
    pause: (budgets, waitMs) => pacer.pause(share(budgets), waitMs),
  };
}

/** What one of so many processes may take of a budget; all of it where it is not shared. */
export function shareOfBudget(budget: Budget, processes: number): Budget {
  if (!budget.shared || processes <= 1) return budget;
  const { limit, windowMs, burst, maxBurst = burst } = budget;
  return {
    ...budget,
    limit: Math.max(1, Math.floor(limit / processes)),
    // Fewer than one in a window are one in a longer one.
    windowMs: windowMs * Math.max(1, processes / limit),
    burst: Math.max(1, Math.floor(burst / processes)),
    maxBurst: Math.max(1, Math.floor(maxBurst / processes)),
  };
}
