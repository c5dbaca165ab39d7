/**
 * The docs as they stand now, swapped whole. In: a docs folder. Out: its pages and their search index, always of the
 * same reading. Reads the folder; a reading that fails leaves the one before it in place.
 */
import { toSiteAddress } from './addresses.ts';
import { DocsServerError } from './errors.ts';
import { type DocsFolder, type OnProgress, type Page, readDocs } from './pages.ts';
import { buildSearchIndex, type SearchIndex } from './search.ts';

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
  /** Where the docs are published. undefined: addresses are rooted paths. */
  readonly siteUrl: string | undefined;
}

/** A reading that stays open, however often the docs are swapped, until it is released. */
export interface Lease {
  readonly reading: Reading;
  release(): void;
}

/** The docs that are served. */
export interface Corpus {
  /** The newest reading that worked, for a glance: a later reading may close its index. */
  current(): Reading;
  /** The same for as long as it is needed. */
  lease(): Lease;
  /**
   * Reads the folder again, or another one in its place, and swaps. Fails with DocsServerError: folder_missing,
   * folder_empty, pages_broken.
   */
  reload(docsDir?: string): Promise<Reading>;
  close(): void;
}

/** What a corpus is read from. */
export interface CorpusOptions {
  readonly docsDir: string;
  readonly siteUrl: string | undefined;
  readonly logger: Logger;
  readonly onProgress?: OnProgress | undefined;
}

interface Shelf {
  readonly reading: Reading;
  leases: number;
  retired: boolean;
}

/** Reads the folder for the first time. Fails with DocsServerError: folder_missing, folder_empty. */
export async function openCorpus(options: CorpusOptions): Promise<Corpus> {
  let shelf: Shelf = { reading: await read(options), leases: 0, retired: false };
  return {
    current: () => shelf.reading,
    lease: () => leaseOf(shelf),
    reload: async (docsDir = options.docsDir) => {
      // Progress is for who waits for the start.
      const reading = await read({ ...options, docsDir, onProgress: undefined });
      check(reading);
      retire(shelf);
      shelf = { reading, leases: 0, retired: false };
      return reading;
    },
    close: () => retire(shelf),
  };
}

function leaseOf(shelf: Shelf): Lease {
  shelf.leases += 1;
  let released = false;
  const release = (): void => {
    if (released) return;
    released = true;
    shelf.leases -= 1;
    if (shelf.retired && shelf.leases === 0) shelf.reading.index.close();
  };
  return { reading: shelf.reading, release };
}

function retire(shelf: Shelf): void {
  if (shelf.retired) return;
  shelf.retired = true;
  if (shelf.leases === 0) shelf.reading.index.close();
}

/** Docs that are mostly broken are no better than those from before. */
function check({ pages, problems, index }: Reading): void {
  if (problems.length <= pages.length) return;
  index.close();
  const [first] = problems;
  const named = first ? ` ${first.file}: ${first.reason}` : '';
  throw new DocsServerError('pages_broken', `${problems.length} pages cannot be read, ${pages.length} can.${named}`);
}

async function read({ docsDir, siteUrl, logger, onProgress }: CorpusOptions): Promise<Reading> {
  const startedAt = performance.now();
  const folder = await readDocs(docsDir, siteUrl, onProgress);
  const index = await buildSearchIndex(folder.pages);
  const tookMs = Math.round(performance.now() - startedAt);
  for (const problem of folder.problems) logger.warn({ ...problem }, 'page not served');
  logger.info({ pages: folder.pages.length, problems: folder.problems.length, tookMs }, 'docs read');
  return { ...folder, index, siteUrl };
}

/** Where a page, or a place on it, is published. */
export function addressOf(page: Page, { siteUrl }: Pick<Reading, 'siteUrl'>, anchor = ''): string {
  return toSiteAddress(anchor === '' ? page.path : `${page.path}#${anchor}`, siteUrl);
}
