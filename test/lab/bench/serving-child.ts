/** Measures an index in its own process. In: a docs folder. Out: one message with figures. */
import { readDocs } from '../../../src/service/content/pages.ts';
import { createSearchIndex } from '../../../src/service/search/ranking/search.ts';
import type { IndexFigures } from './serving.ts';

const [docsDir = ''] = process.argv.slice(2);
const startedAt = performance.now();
const { pages } = await readDocs(docsDir);
const readMs = Math.round(performance.now() - startedAt);
const before = residentMb();
const indexedAt = performance.now();
const index = createSearchIndex(pages);
const indexMs = Math.round(performance.now() - indexedAt);
const figures: IndexFigures = { pages: pages.length, readMs, indexMs, indexMb: residentMb() - before };
// Keeps the index from being freed before its memory is measured.
index.search('', 1);
process.send?.(figures);
process.disconnect();

/** Resident memory after a garbage collection. */
function residentMb(): number {
  globalThis.gc?.();
  return Math.round(process.memoryUsage.rss() / 2 ** 20);
}
