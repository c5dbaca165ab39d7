/** One measure of the documentation service in a process of its own. In: which, and a docs folder. Out: messages with figures. */
import { readDocs } from '../../src/docs-server/pages.ts';
import { createSearchIndex } from '../../src/docs-server/search.ts';
import { startDocsServer } from '../../src/docs-server/server.ts';
import type { IndexFigures, ServeFigures } from './serving.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const [measure, docsDir = ''] = process.argv.slice(2);

if (measure === 'index') await index();
else await serve();

async function index(): Promise<void> {
  const startedAt = performance.now();
  const { pages } = await readDocs(docsDir);
  const readMs = Math.round(performance.now() - startedAt);
  const before = resident();
  const indexedAt = performance.now();
  const made = createSearchIndex(pages);
  const indexMs = Math.round(performance.now() - indexedAt);
  const figures: IndexFigures = { pages: pages.length, readMs, indexMs, indexMb: resident() - before };
  made.close();
  process.send?.(figures);
  process.disconnect();
}

async function serve(): Promise<void> {
  const server = await startDocsServer({ docsDir, domain: 'docs', port: 0, logger: silent });
  let peakMb = 0;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, resident(false));
  }, 20);
  process.on('message', (message: { readonly isLast: boolean }) => {
    const figures: ServeFigures = { peakMb };
    process.send?.(figures);
    if (message.isLast) void stop();
  });
  process.send?.({ url: server.url, key: server.key });

  async function stop(): Promise<void> {
    clearInterval(timer);
    await server.stop();
    process.disconnect();
  }
}

/** In MiB, without what could be freed. */
function resident(freed = true): number {
  if (freed) globalThis.gc?.();
  return Math.round(process.memoryUsage().rss / 2 ** 20);
}
