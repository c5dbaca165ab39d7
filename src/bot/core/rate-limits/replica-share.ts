/**
 * A pacer for one of several processes: it takes an equal share of the budgets that they spend together.
 *
 * Each process with work takes its share, used or not, so no process has to coordinate with others before an edit. When one
 * gets work, the others learn of it some seconds later; until then a workspace may be edited a little too fast, and a limit
 * hit in that time is waited out like any other.
 */
import type { Budget } from '../ports/budget.ts';
import type { Pacer } from './pacer.ts';

/** `processes` is called for each action. */
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
