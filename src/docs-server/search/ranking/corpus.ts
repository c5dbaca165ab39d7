/**
 * The docs as they stand now, swapped whole. In: a docs folder. Out: its pages and their search index, always of the
 * same reading. Reads the folder; a reading that fails leaves the one before it in place.
 */
import type { Logger } from '../../../base/logger.ts';
import { toSiteAddress } from '../../content/addresses.ts';
import { type PageProblem, toLine } from '../../content/page-problem.ts';
import type { OnProgress, PageInfo } from '../../content/pages.ts';
import { readDocs } from '../../content/pages.ts';
import { DocsServerError } from '../../errors.ts';
import { toInfo } from '../index/segment.ts';
import type { SynonymTable } from '../query/synonyms.ts';
import type { Embedder, SemanticIndex } from './embeddings.ts';
import type { SearchIndex } from './search.ts';
import { buildSearchIndex } from './search.ts';

/** One reading of the folder. */
export interface Reading {
  readonly pages: readonly PageInfo[];
  readonly problems: readonly PageProblem[];
  readonly index: SearchIndex;
  /** What its sections mean, where an embedding model is set. */
  readonly semanticIndex?: SemanticIndex;
  /** Where the docs are published. undefined: addresses are rooted paths. */
  readonly siteUrl: string | undefined;
}

/** The docs that are served. */
export interface Corpus {
  /** The newest reading that worked. Who holds it keeps it whole, however often the docs are swapped. */
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
  /** The operator's own. */
  readonly synonyms?: SynonymTable | undefined;
}

/** Reads the folder for the first time. Fails with DocsServerError: folder_missing, folder_empty; and with the signal's reason. */
export async function openCorpus(options: CorpusOptions): Promise<Corpus> {
  let current = await read(options);
  return {
    current: () => current,
    reload: async (docsDir = options.docsDir, signal) => {
      // Progress is for who waits for the start.
      const reading = await read({ ...options, docsDir, signal, onProgress: undefined });
      check(reading);
      current = reading;
      return reading;
    },
  };
}

/** Docs that are mostly broken are no better than those from before. */
function check({ pages, problems }: Reading): void {
  if (problems.length <= pages.length) return;
  const [first] = problems;
  const named = first ? ` ${toLine(first)}` : '';
  const sentence = `${problems.length} pages cannot be read, ${pages.length} can.${named}`;
  throw new DocsServerError('pages_broken', sentence, undefined, problems.map(toLine));
}

async function read(options: CorpusOptions): Promise<Reading> {
  const { docsDir, siteUrl, logger, onProgress, embedder, synonyms, signal } = options;
  const startedAt = performance.now();
  const folder = await readDocs(docsDir, siteUrl, onProgress, signal);
  const index = await buildSearchIndex(folder.pages, { synonyms }, signal);
  const tookMs = Math.round(performance.now() - startedAt);
  for (const { file, reason, cause } of folder.problems) {
    if (cause === undefined) logger.warn({ file, reason }, 'page not served');
    else logger.error({ file, err: cause }, 'page not served');
  }
  logger.info({ pages: folder.pages.length, problems: folder.problems.length, tookMs }, 'docs read');
  const { problems } = folder;
  const pages = folder.pages.map(toInfo);
  return { pages, problems, index, siteUrl, ...(embedder && { semanticIndex: embedder.of(index) }) };
}

/** Where a page, or a place on it, is published. */
export function addressOf(page: PageInfo, { siteUrl }: Pick<Reading, 'siteUrl'>, anchor = ''): string {
  return toSiteAddress(anchor === '' ? page.path : `${page.path}#${anchor}`, siteUrl);
}
