/** Faults of single calls. In: a seed, and names of faults that are left out. Out: whether one happens now; how often each did. */
import { type Random, randomFor } from './random.ts';

export interface Faults {
  /** Counts it when it happens. */
  happens(name: string, probability: number): boolean;
  /** Something that was planned happened. */
  count(name: string): void;
  /** From now on nothing fails any more. */
  heal(): void;
  readonly counts: Readonly<Record<string, number>>;
  /** For durations and choices that are no faults. */
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
