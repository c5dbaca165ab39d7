/**
 * The docs that are served now, swapped as a whole. In: a docs folder. Out: its pages and their search index, always of the
 * same reading. Reads the folder; a reading that fails leaves the one before it in place.
 */
import type { Logger } from '../../../base/logger.ts';
import { inSlices } from '../../../base/time-slices.ts';
import { toSiteAddress } from '../../content/addresses.ts';
import type { PageInfo } from '../../content/page.ts';
import { type PageProblem, toLine } from '../../content/page-problem.ts';
import type { OnProgress } from '../../content/pages.ts';
import { DocsServerError } from '../../errors.ts';
import { Segment } from '../index/segment.ts';
import { WordIndex } from '../index/word-index.ts';
import { updateInThread } from '../indexer/indexer.ts';
import { arraysOf, type SharedSegment, type UpdatedIndex, updateIndex } from '../indexer/update.ts';
import type { SynonymTable } from '../query/synonyms.ts';
import type { Embedder, SemanticIndex } from './embeddings.ts';
import { type SearchIndex, toSearchIndex } from './search.ts';

/** One reading of the folder. */
export interface Reading {
  readonly pages: readonly PageInfo[];
  readonly problems: readonly PageProblem[];
  readonly index: SearchIndex;
  /** The embeddings of its sections, where an embedding model is set. */
  readonly semanticIndex?: SemanticIndex;
  /** Where the docs are published. undefined: addresses are rooted paths. */
  readonly siteUrl: string | undefined;
}

/** The docs that are served. */
export interface Corpus {
  /** The newest successful reading. A holder keeps it whole, however often the docs are swapped. */
  current(): Reading;
  /**
   * Reads the folder again, or another one in its place, and swaps. Fails with DocsServerError: folder_missing,
   * folder_empty, pages_broken; and with the reason of the signal.
   */
  reload(docsDir?: string, signal?: AbortSignal): Promise<Reading>;
}

/** What a corpus is read from. */
export interface CorpusOptions {
  readonly docsDir: string;
  readonly siteUrl: string | undefined;
  readonly logger: Logger;
  readonly onProgress?: OnProgress | undefined;
  readonly embedder?: Embedder | undefined;
  /** Ends the first reading. */
  readonly signal?: AbortSignal | undefined;
  /** Where the index is kept from start to start, by a thread of its own. undefined: in memory, and made on this thread. */
  readonly indexDir?: string | undefined;
  /** The operator's own. */
  readonly synonyms?: SynonymTable | undefined;
}

/**
 * Reads the folder for the first time. Fails with DocsServerError: folder_missing, folder_empty; and with the signal's
 * reason.
 */
export async function openCorpus(options: CorpusOptions): Promise<Corpus> {
  let current = await read(options, []);
  return {
    current: () => current.reading,
    reload: async (docsDir = options.docsDir, signal) => {
      // Progress is for who waits for the start.
      const next = await read({ ...options, docsDir, signal, onProgress: undefined }, current.segments);
      check(next.reading);
      current = next;
      return next.reading;
    },
  };
}

/** Docs that are mostly broken are not better than those from before. */
function check({ pages, problems }: Reading): void {
  if (problems.length <= pages.length) return;
  const [first] = problems;
  const named = first ? ` ${toLine(first)}` : '';
  const sentence = `${problems.length} pages cannot be read, ${pages.length} can.${named}`;
  throw new DocsServerError('pages_broken', sentence, undefined, problems.map(toLine));
}

/** A reading, and the segments that it is made of. */
interface Read {
  readonly reading: Reading;
  readonly segments: readonly OpenSegment[];
}

interface OpenSegment extends SharedSegment {
  readonly segment: Segment;
}

async function read(options: CorpusOptions, before: readonly OpenSegment[]): Promise<Read> {
  const { siteUrl, logger, embedder, synonyms } = options;
  const startedAt = performance.now();
  const { segments: updated, problems, changed } = await update(options, before);
  const segments = await Promise.all(updated.map((segment) => open(segment, before)));
  const words = new WordIndex(segments);
  const index = toSearchIndex(words, { synonyms });
  const pages = [...words.served()].map((page) => words.info(page));
  const tookMs = Math.round(performance.now() - startedAt);
  for (const { file, reason, cause } of problems) {
    if (cause === undefined) logger.warn({ file, reason }, 'page not served');
    else logger.error({ file, err: cause }, 'page not served');
  }
  logger.info({ pages: pages.length, problems: problems.length, changed, tookMs }, 'docs read');
  const reading = { pages, problems, index, siteUrl, ...(embedder && { semanticIndex: embedder.of(index) }) };
  return { reading, segments };
}

async function update(
  { docsDir, siteUrl, indexDir, logger, onProgress, signal }: CorpusOptions,
  before: readonly OpenSegment[],
): Promise<UpdatedIndex> {
  const segments = before.map(({ id, bytes, gone }) => ({ id, bytes, gone }));
  if (indexDir === undefined) return updateIndex({ docsDir, siteUrl, segments }, { onProgress, signal });
  const updated = await updateInThread({ docsDir, siteUrl, segments, indexDir }, { onProgress, signal });
  if (updated.notKept !== undefined) logger.warn({ err: updated.notKept }, 'index not kept');
  return updated;
}

/** Segments that are open stay open; the others are opened in slices. */
async function open(shared: SharedSegment, before: readonly OpenSegment[]): Promise<OpenSegment> {
  const known = before.find(({ id }) => id === shared.id)?.segment;
  return { ...shared, segment: known ?? (await inSlices(Segment.open(arraysOf(shared)))) };
}

/** Where a page, or a place on it, is published. */
export function addressOf(page: PageInfo, { siteUrl }: Pick<Reading, 'siteUrl'>, anchor = ''): string {
  return toSiteAddress(anchor === '' ? page.path : `${page.path}#${anchor}`, siteUrl);
}
