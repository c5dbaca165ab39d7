/** Repeatable random numbers. In: a seed. Out: the same numbers each time. Pure except for its own state. */

export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `min` to `max`. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** Mulberry32: small, and good enough to choose faults. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick(from) {
      const picked = from[between(0, from.length - 1)];
      if (picked === undefined) throw new TypeError('nothing to pick from');
      return picked;
    },
  };
}

/** A separate stream for each label, so that leaving something out of a history changes little else in it. */
export function randomFor(seed: number, label: string): Random {
  let hash = seed ^ 0x811c9dc5;
  for (const char of label) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return createRandom(hash);
}
