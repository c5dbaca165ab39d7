/**
 * A cache of answers to repeated questions, per reading of the docs. The oldest entries are dropped when there are many, and all
 * of them with their reading.
 */
import type { Reading } from '../search/ranking/corpus.ts';
import type { RetrievalRequest } from '../search/ranking/request-search.ts';

/** The number of entries, of a few kilobytes each. */
const maxKept = 200;
/** Longer requests contain pasted text and seldom repeat. */
const maxRequestChars = 4_000;

/** Returns the cached result for an equal request to the same reading, or calls `work`. Fails as `work` does. */
export type AnswerCache<T> = (reading: Reading, request: RetrievalRequest, work: () => Promise<T>) => Promise<T>;

export function createAnswerCache<T>(): AnswerCache<T> {
  const byReading = new WeakMap<Reading, Map<string, Promise<T>>>();
  return (reading, { question, before, limit, filter, context, currentPath }, work) => {
    // Not cached: the result depends on whether the embedding model answers right now.
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
