import type { Clock } from './clock.ts';

/** A cache: a Map of at most `maxEntries` entries; one more drops the entry that was set longest ago. */
export class BoundedCache<K, V> extends Map<K, V> {
  readonly #maxEntries: number;

  constructor(maxEntries: number) {
    super();
    this.#maxEntries = maxEntries;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.#maxEntries) this.delete(this.keys().next().value as K);
    return this;
  }
}

interface Kept<T> {
  readonly value: Promise<T>;
  readonly until: number;
}

/**
 * Look-ups whose results are kept for a while: those of one key at the same time share one, and a failed one is not kept. `max`:
 * one more result drops the oldest. Fails as `lookUp` does.
 */
export function createLookUps<T>(
  clock: Clock,
  { max, keptMs }: { readonly max: number; readonly keptMs: number },
): (key: string, lookUp: () => Promise<T>) => Promise<T> {
  const kept = new BoundedCache<string, Kept<T>>(max);
  return (key, lookUp) => {
    const known = kept.get(key);
    if (known && known.until > clock.now()) return known.value;
    const value = lookUp();
    kept.set(key, { value, until: clock.now() + keptMs });
    value.catch(() => kept.delete(key));
    return value;
  };
}
