/**
 * The platform's limits, and whether each process respects them. In: calls. Out: how long a call must wait, if at all, and
 * violations. A process may not exceed the published rate, nor call before a wait that it was told about is over.
 */
import type { Budget } from '../../../src/bot/core/ports/budget.ts';
import type { Story } from './story.ts';
import type { Life, Time } from './time.ts';

export interface Limits {
  /** A process sends a call. */
  sent(life: Life, budgets: readonly Budget[]): void;
  /** The call arrives: returns how long it must wait if it came too soon after those of all processes. */
  waitMs(budgets: readonly Budget[]): number | undefined;
  /** A process is told that it must wait. */
  told(life: Life, budgets: readonly Budget[], waitMs: number): void;
}

/** Permission is granted before the ledger is written, which takes a moment. */
const travelMs = 500;

export function createLimits(time: Time, story: Story): Limits {
  const arrived = new Map<string, number[]>();
  const sentBy = new Map<Life, Map<string, number[]>>();
  const pausedBy = new Map<Life, Map<string, number>>();

  return {
    sent(life, budgets) {
      for (const budget of budgets) {
        const own = entry(
          entry(sentBy, life, () => new Map<string, number[]>()),
          budget.bucket,
          () => [],
        );
        const count = note(own, { ...budget, windowMs: budget.windowMs - travelMs });
        // Its own clock jumped, so it cannot know better.
        if (life.jumped) continue;
        if (count > budget.limit)
          story.violate(`${count} calls of ${budget.bucket} by one process, ${budget.limit} allowed`);
        const until = pausedBy.get(life)?.get(budget.bucket) ?? 0;
        if (time.now() < until)
          story.violate(`${budget.bucket} is called ${until - time.now()} ms before its wait is over`);
      }
    },
    waitMs(budgets) {
      for (const budget of budgets) {
        const all = entry(arrived, budget.bucket, () => []);
        if (note(all, budget) <= budget.limit) continue;
        all.pop();
        return Math.max(1, (all[0] ?? 0) + budget.windowMs - time.now());
      }
      return undefined;
    },
    told(life, [narrowest], waitMs) {
      if (!narrowest) return;
      const paused = entry(pausedBy, life, () => new Map<string, number>());
      paused.set(narrowest.bucket, Math.max(paused.get(narrowest.bucket) ?? 0, time.now() + waitMs));
    },
  };

  /** The number of calls within the window, including this one. */
  function note(times: number[], { windowMs }: Budget): number {
    while ((times[0] ?? Number.POSITIVE_INFINITY) <= time.now() - windowMs) times.shift();
    return times.push(time.now());
  }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
