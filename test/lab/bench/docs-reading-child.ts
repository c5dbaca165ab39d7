/** One start for docs-reading.ts. In: a folder with `docs` and, the second time, their index. Out: one message with figures. */
import { join } from 'node:path';
import { openCorpus } from '../../../src/service/search/ranking/corpus.ts';
import type { ReadingFigures } from './docs-reading.ts';

const [folder = ''] = process.argv.slice(2);
const nothing = (): void => {};
const logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const startedAt = performance.now();
const corpus = await openCorpus({
  docsDir: join(folder, 'docs'),
  indexDir: join(folder, 'index'),
  siteUrl: undefined,
  logger,
});
const figures: ReadingFigures = {
  pages: corpus.current().pages.length,
  wallMs: performance.now() - startedAt,
  peakMegabytes: process.resourceUsage().maxRSS / 1_024,
};
process.send?.(figures);
process.disconnect();
