/**
 * The docs that are being served, replaced as a whole. In: a docs folder. Out: its pages and their search index, always from
 * the same reading. A reading that fails leaves the previous one in place.
 */
import type { Logger } from '../../../kit/base/logger.ts';
import { inSlices } from '../../../kit/base/time-slices.ts';
import { decoded, toSiteAddress } from '../../content/addresses.ts';
import type { Page, PageInfo } from '../../content/page.ts';
import { type PageProblem, toLine, unserved } from '../../content/page-problem.ts';
import type { OnProgress } from '../../content/pages.ts';
import type { SiteSettings } from '../../content/site.ts';
import { type DocsSummary, summaryLine } from '../../content/summary.ts';
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
  /** What is served and what is left out. */
  readonly summary?: DocsSummary;
  readonly index: SearchIndex;
  /** The embeddings of its sections, where an embedding model is set. */
  readonly semanticIndex?: SemanticIndex;
  /** Where the docs are published. undefined: addresses are rooted paths. */
  readonly siteUrl: string | undefined;
  /** Of the product, as the operator says. */
  readonly name?: string | undefined;
  readonly sentences?: FixedSentences | undefined;
}

/** The operator's own words for fixed sentences: by language, then by what was said (kit/matching/small-talk). */
export type FixedSentences = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The docs that are served. */
export interface Corpus {
  /** The newest successful reading. It stays valid for its holder after the docs are replaced. */
  current(): Reading;
  /**
   * Reads the folder again, or another one instead, and replaces the docs. Fails with DocsServerError: folder_missing,
   * folder_empty, pages_broken; and with the reason of the signal.
   */
  reload(docsDir?: string, signal?: AbortSignal): Promise<Reading>;
}

/** What a corpus is read from. */
export interface CorpusOptions {
  readonly docsDir: string;
  readonly siteUrl: string | undefined;
  /** Of the product. */
  readonly name?: string | undefined;
  readonly sentences?: FixedSentences | undefined;
  /** Where the operator knows better than the files. */
  readonly site?: SiteSettings | undefined;
  readonly logger: Logger;
  readonly onProgress?: OnProgress | undefined;
  readonly embedder?: Embedder | undefined;
  /** Ends the first reading. */
  readonly signal?: AbortSignal | undefined;
  /** Where a thread of its own keeps the index across restarts. undefined: the index is built on this thread, in memory. */
  readonly indexDir?: string | undefined;
  /** The operator's own synonyms. */
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
      // Progress is only shown at the start.
      const next = await read({ ...options, docsDir, signal, onProgress: undefined }, current.segments);
      check(next.reading);
      current = next;
      return next.reading;
    },
  };
}

/** Rejects a reading most of whose pages are broken: the previous one is better. */
function check({ pages, problems: all }: Reading): void {
  const problems = unserved(all);
  if (problems.length <= pages.length) return;
  const [first] = problems;
  const named = first ? ` ${toLine(first)}` : '';
  const sentence = `${problems.length} pages cannot be read, ${pages.length} can.${named}`;
  throw new DocsServerError('pages_broken', sentence, undefined, problems.map(toLine));
}

/** A reading and its segments. */
interface Read {
  readonly reading: Reading;
  readonly segments: readonly OpenSegment[];
}

interface OpenSegment extends SharedSegment {
  readonly segment: Segment;
}

async function read(options: CorpusOptions, before: readonly OpenSegment[]): Promise<Read> {
  const { siteUrl, name, sentences, logger, embedder, synonyms } = options;
  const startedAt = performance.now();
  const { segments: updated, problems, summary, changed } = await update(options, before);
  const segments = await Promise.all(updated.map((segment) => open(segment, before)));
  const words = new WordIndex(segments);
  const index = toSearchIndex(words, { synonyms });
  const pages = [...words.served()].map((page) => words.info(page));
  const tookMs = Math.round(performance.now() - startedAt);
  for (const { file, reason, cause, isServed } of problems) {
    if (cause === undefined) logger.warn({ file, reason }, isServed ? 'page served in part' : 'page not served');
    else logger.error({ file, err: cause }, 'page not served');
  }
  const said = summaryLine(summary, pages);
  // Fewer pages than files that look like pages may be a mistake.
  const level = summary.leftOut.length > 0 ? 'warn' : 'info';
  logger[level]({ pages: pages.length, problems: problems.length, changed, tookMs, overview: said }, 'docs read');
  const reading = {
    pages,
    problems,
    summary,
    index,
    siteUrl,
    name,
    sentences,
    ...(embedder && { semanticIndex: embedder.of(index) }),
  };
  return { reading, segments };
}

async function update(
  { docsDir, siteUrl, site, indexDir, logger, onProgress, signal }: CorpusOptions,
  before: readonly OpenSegment[],
): Promise<UpdatedIndex> {
  const segments = before.map(({ id, bytes, gone }) => ({ id, bytes, gone }));
  if (indexDir === undefined) return updateIndex({ docsDir, siteUrl, site, segments }, { onProgress, signal });
  const updated = await updateInThread({ docsDir, siteUrl, site, segments, indexDir }, { onProgress, signal });
  if (updated.notKept !== undefined) logger.warn({ err: updated.notKept }, 'index not kept');
  return updated;
}

/** Reuses segments that are open already; opens the others in slices. */
async function open(shared: SharedSegment, before: readonly OpenSegment[]): Promise<OpenSegment> {
  const known = before.find(({ id }) => id === shared.id)?.segment;
  return { ...shared, segment: known ?? (await inSlices(Segment.open(arraysOf(shared)))) };
}

/** The address at which a page or a section of it is published. */
export function addressOf(page: PageInfo, { siteUrl }: Pick<Reading, 'siteUrl'>, anchor = ''): string {
  return toSiteAddress(anchor === '' ? page.path : `${page.path}#${anchor}`, siteUrl);
}

/** A page that the reader may see, by its address with or without the site, and the anchor there. */
export function pageAt(
  address: string,
  reading: Reading,
  isShown: (page: PageInfo) => boolean,
): { readonly page: Page; readonly anchor: string } | undefined {
  const [place = '', anchor = ''] = address.trim().split('#', 2);
  const wanted = decoded(place.replace(/(?!^)\/$/, ''));
  const at = reading.pages.findIndex(
    (page) => [page.path, addressOf(page, reading)].some((known) => decoded(known) === wanted) && isShown(page),
  );
  const page = at === -1 ? undefined : reading.index.at(at);
  return page && { page, anchor };
}
