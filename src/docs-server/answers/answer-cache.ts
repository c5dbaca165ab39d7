/**
 * The same thing asked again, as people do who all meet the same trouble. In: a reading of the docs, what is asked. Out: what
 * was worked out for it the first time. Forgets with the reading, and the oldest when there are many.
 */
import type { Reading } from '../search/ranking/corpus.ts';
import type { RetrievalRequest } from '../search/ranking/request-search.ts';

/** Some kilobytes each, with what was asked. */
const maxKept = 200;
/** A request is longer than that by what its asker brings along, and seldom comes again. */
const maxRequestChars = 4_000;

/** Returns the cached result for an equal request to the same reading, or calls `work`. Fails as `work` does. */
export type AnswerCache<T> = (reading: Reading, request: RetrievalRequest, work: () => Promise<T>) => Promise<T>;

export function createAnswerCache<T>(): AnswerCache<T> {
  const byReading = new WeakMap<Reading, Map<string, Promise<T>>>();
  return (reading, { question, before, limit, filter, context, currentPath }, work) => {
    // What a model finds near depends on whether it answers at this moment.
    if (reading.semanticIndex) return work();
    const key = JSON.stringify([question, before, limit, filter, context, currentPath]);
    if (key.length > maxRequestChars) return work();
    const kept = byReading.get(reading) ?? new Map<string, Promise<T>>();
    byReading.set(reading, kept);
    const known = kept.get(key);
    if (known) return known;
    const working = work();
    const [oldest] = kept.keys();
    if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
    kept.set(key, working);
    // Who asked hears of a failure; the next one tries again.
    working.catch(() => kept.delete(key));
    return working;
  };
}
