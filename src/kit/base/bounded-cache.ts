import type { Clock } from './clock.ts';

/** A Map of at most `maxEntries` entries: adding one more drops the entry that was set longest ago. */
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
 * Caches the results of look-ups for `keptMs`. Concurrent look-ups of one key share one result; a failed one is not cached.
 * Beyond `max` results the oldest is dropped. Fails as `lookUp` does.
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
