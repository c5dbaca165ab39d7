/**
 * A cache of answers for repeated questions. In: a reading of the docs, a request. Out: the result that
 * was computed for it the first time. Entries are dropped with the reading, and the oldest when there are many.
 */
import type { Reading } from '../search/ranking/corpus.ts';
import type { RetrievalRequest } from '../search/ranking/request-search.ts';

/** How many entries, of some kilobytes each. */
const maxKept = 200;
/** Longer requests contain pasted text, and seldom repeat. */
const maxRequestChars = 4_000;

/** Returns the cached result for an equal request to the same reading, or calls `work`. Fails as `work` does. */
export type AnswerCache<T> = (reading: Reading, request: RetrievalRequest, work: () => Promise<T>) => Promise<T>;

export function createAnswerCache<T>(): AnswerCache<T> {
  const byReading = new WeakMap<Reading, Map<string, Promise<T>>>();
  return (reading, { question, before, limit, filter, context, currentPath }, work) => {
    // Not cached: semantic results depend on whether the model answers at this moment.
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
    // The caller gets the failure; the next call tries again.
    working.catch(() => kept.delete(key));
    return working;
  };
}
