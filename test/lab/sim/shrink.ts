/**
 * Shrinks a violated history. In: a history. Out: one of the same seed that still violates something, and from which
 * nothing more can be left out.
 */
import type { Mutation } from './mutations.ts';
import { type History, simulate } from './world.ts';

export interface Shrunk {
  readonly history: History;
  readonly without: readonly string[];
}

/** Leaves out one thing after the other, and keeps it out if something is still violated. */
export async function shrink(history: History, mutation: Mutation | undefined): Promise<Shrunk> {
  let shortest = history;
  const without = new Set<string>();
  for (let found = true; found; ) {
    found = false;
    for (const name of shortest.names) {
      if (without.has(name)) continue;
      const shorter = await simulate(history.seed, mutation, new Set([...without, name]));
      if (shorter.violations.length === 0) continue;
      without.add(name);
      shortest = shorter;
      found = true;
    }
  }
  return { history: shortest, without: [...without] };
}
