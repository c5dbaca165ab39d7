/**
 * Docs that are small enough to be sent to a language model whole, always in the same order, so that its provider can cache
 * them. In: a reading and the edition of a request. Out: their text, or undefined if it is too long.
 */
import { BoundedCache } from '../../kit/base/bounded-cache.ts';
import { inSlices, type Work } from '../../kit/base/time-slices.ts';
import type { Reading } from '../search/ranking/corpus.ts';
import type { Edition } from '../search/ranking/editions.ts';
import { pageText, type ShownPage } from './material.ts';
import { tokensOf } from './text-size.ts';

/** undefined: they are too long, or there are none. */
export type WholeDocs = (reading: Reading, edition: Edition) => Promise<readonly ShownPage[] | undefined>;

/** Requests differ in few ways in what they may see: access groups, versions, languages. */
const maxKept = 8;
/** Fewer than the head of any page has. */
const leastPageTokens = 10;

/** `maxTokens`: 0 for never. */
export function createWholeDocs(maxTokens: number): WholeDocs {
  const byReading = new WeakMap<Reading, Map<string, readonly ShownPage[] | undefined>>();
  return async (reading, { isShown }) => {
    const positions = reading.pages.flatMap((page, at) => (isShown(page) ? [at] : []));
    if (positions.length === 0 || positions.length * leastPageTokens > maxTokens) return undefined;
    const kept = byReading.get(reading) ?? new BoundedCache(maxKept);
    byReading.set(reading, kept);
    const key = positions.join();
    if (!kept.has(key)) kept.set(key, await inSlices(read(positions, reading, maxTokens)));
    return kept.get(key);
  };
}

function* read(
  positions: readonly number[],
  reading: Reading,
  maxTokens: number,
): Work<readonly ShownPage[] | undefined> {
  const shown: ShownPage[] = [];
  let tokens = 0;
  for (const at of positions.toSorted((a, b) => (pathAt(a, reading) < pathAt(b, reading) ? -1 : 1))) {
    const page = reading.index.at(at);
    if (!page) continue;
    const text = pageText({ page, sections: [] }, reading, Number.POSITIVE_INFINITY);
    tokens += tokensOf(text) + leastPageTokens;
    if (tokens > maxTokens) return undefined;
    shown.push({ page, text });
    yield;
  }
  return shown;
}

function pathAt(at: number, { pages }: Reading): string {
  return pages[at]?.path ?? '';
}
