/** One process of large-docs.ts. In: a folder with `docs` and, the second time, their index. Out: one message with figures. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toAnswer } from '../../../src/service/answers/answer.ts';
import { type Corpus, openCorpus } from '../../../src/service/search/ranking/corpus.ts';
import { hybridSearch } from '../../../src/service/search/ranking/hybrid.ts';
import type { LargeDocsFigures, Spread, Taken } from './large-docs.ts';

const [folder = ''] = process.argv.slice(2);
const questions = readFileSync(new URL('../../fixtures/docs/questions/ai-dev.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): string => JSON.parse(line).question);
const nothing = (): void => {};
const logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const pagesPerAnswer = 5;

// Warm up first: code that every question compiles and loads must not count as memory of the pages.
const one = await opened('one');
await asked(one);
const emptyKb = residentKb();
const starting = stopwatch();
const corpus = await opened('docs');
const start = starting();
const { pages } = corpus.current();
await asked(corpus);
const { search, answer } = await asked(corpus);
const kilobytesPerPage = (residentKb() - emptyKb) / pages.length;
await updated(corpus);
const updating = stopwatch();
await updated(corpus);
const update = updating();
// Watching every turn of the event loop takes a whole core, so the update runs once more with nothing else measured.
let longestMs = 0;
let before = process.threadCpuUsage();
let isWatching = true;
watch();
await updated(await opened('docs'));
isWatching = false;
const figures: LargeDocsFigures = {
  pages: pages.length,
  start,
  search,
  answer,
  longestMs,
  update,
  kilobytesPerPage,
};
process.send?.(figures);
process.disconnect();

function opened(docs: string): Promise<Corpus> {
  return openCorpus({
    docsDir: join(folder, docs),
    indexDir: join(folder, `${docs}.index`),
    siteUrl: undefined,
    logger,
  });
}

/** Changes one page and reloads the docs. */
async function updated(docs: Corpus): Promise<void> {
  appendFileSync(join(folder, 'docs', pages[0]?.file ?? ''), '\n\nOne more sentence.\n');
  await docs.reload();
}

/** CPU per question: of the search alone, and of search and answer. */
async function asked(corpus: Corpus): Promise<{ readonly search: Spread; readonly answer: Spread }> {
  const searches: number[] = [];
  const answers: number[] = [];
  for (const question of questions) {
    const since = process.threadCpuUsage();
    const results = await hybridSearch(corpus.current(), { question, before: [], limit: pagesPerAnswer });
    searches.push(cpuMs(since));
    toAnswer(results, ({ path }) => path);
    answers.push(cpuMs(since));
  }
  return { search: spreadOf(searches), answer: spreadOf(answers) };
}

/** The longest CPU time between two turns of the event loop. */
function watch(): void {
  longestMs = Math.max(longestMs, cpuMs(before));
  before = process.threadCpuUsage();
  if (isWatching) setImmediate(watch);
}

/** Measures CPU of all threads. */
function stopwatch(): () => Taken {
  const at = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { wallMs: performance.now() - at, cpuMs: (user + system) / 1_000 };
  };
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1_000;
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), most: at(1) };
}

/** Resident memory after a garbage collection. */
function residentKb(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss() / 2 ** 10;
}
