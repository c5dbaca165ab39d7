/**
 * The docs as they stand now, swapped whole. In: a docs folder. Out: its pages and their search index, always of the
 * same reading. Reads the folder; a reading that fails leaves the one before it in place.
 */
import { type DocsFolder, readDocs } from './pages.ts';
import { createSearchIndex, type SearchIndex } from './search.ts';

/** The part of pino that the service uses; object first, then a fixed short phrase. */
export interface Logger {
  debug(fields: object, phrase: string): void;
  info(fields: object, phrase: string): void;
  warn(fields: object, phrase: string): void;
  error(fields: object, phrase: string): void;
}

/** One reading of the folder. */
export interface Reading extends DocsFolder {
  readonly index: SearchIndex;
}

/** The docs that are served. */
export interface Corpus {
  /** The newest reading that worked. Take what is needed from it at once: a later reading closes its index. */
  current(): Reading;
  /** Reads the folder again and swaps. Fails with DocsServerError: folder_missing, folder_empty. */
  reload(): Promise<Reading>;
  close(): void;
}

/** What a corpus is read from. */
export interface CorpusOptions {
  readonly docsDir: string;
  readonly siteUrl: string | undefined;
  readonly logger: Logger;
}

/** Reads the folder for the first time. Fails with DocsServerError: folder_missing, folder_empty. */
export async function openCorpus(options: CorpusOptions): Promise<Corpus> {
  let current = await read(options);
  return {
    current: () => current,
    reload: async () => {
      const next = await read(options);
      current.index.close();
      current = next;
      return next;
    },
    close: () => current.index.close(),
  };
}

async function read({ docsDir, siteUrl, logger }: CorpusOptions): Promise<Reading> {
  const startedAt = performance.now();
  const folder = await readDocs(docsDir, siteUrl);
  const index = createSearchIndex(folder.pages);
  const tookMs = Math.round(performance.now() - startedAt);
  for (const problem of folder.problems) logger.warn({ ...problem }, 'page not served');
  logger.info({ pages: folder.pages.length, problems: folder.problems.length, tookMs }, 'docs read');
  return { ...folder, index };
}
