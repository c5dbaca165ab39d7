/** What an index takes, in a process of its own. In: a docs folder. Out: one message with figures. */
import { readDocs } from '../../src/docs-server/content/pages.ts';
import { createSearchIndex } from '../../src/docs-server/search/ranking/search.ts';
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
// Until here it must not be freed.
index.search('', 1);
process.send?.(figures);
process.disconnect();

/** Without what could be freed. */
function residentMb(): number {
  globalThis.gc?.();
  return Math.round(process.memoryUsage.rss() / 2 ** 20);
}
