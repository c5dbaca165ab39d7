/**
 * Faults of single calls. In: a seed, and names of faults to leave out. Out: whether one happens now, and how often
 * each did.
 */
import { type Random, randomFor } from './random.ts';

export interface Faults {
  /** Decides whether the fault happens, and counts it. */
  happens(name: string, probability: number): boolean;
  /** Counts a planned fault that happened. */
  count(name: string): void;
  /** From now on nothing fails. */
  heal(): void;
  readonly counts: Readonly<Record<string, number>>;
  /** Random numbers for durations and choices that are not faults. */
  readonly chance: Random;
}

export function createFaults(seed: number, without: ReadonlySet<string>): Faults {
  const counts: Record<string, number> = {};
  const streams = new Map<string, Random>();
  let healed = false;
  return { happens, count, heal, counts, chance: randomFor(seed, 'chance') };

  function heal(): void {
    healed = true;
  }

  function happens(name: string, probability: number): boolean {
    const stream = streams.get(name) ?? randomFor(seed, name);
    streams.set(name, stream);
    const isTime = stream.chance(probability) && !healed && !without.has(name);
    if (isTime) count(name);
    return isTime;
  }

  function count(name: string): void {
    counts[name] = (counts[name] ?? 0) + 1;
  }
}
