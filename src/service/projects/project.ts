/**
 * A project: the source of its docs, and the docs that are served. An update builds the new docs while the old ones are
 * served, and then swaps them.
 */

import { resolve } from 'node:path';
import type { Logger } from '../../kit/base/logger.ts';
import { realFolder } from '../content/files.ts';
import type { OnProgress } from '../content/pages.ts';
import { DocsServerError } from '../errors.ts';
import { type Corpus, type CorpusOptions, openCorpus, type Reading } from '../search/ranking/corpus.ts';
import type { Embedder } from '../search/ranking/embeddings.ts';
import type { CrawlSettings } from '../sites/crawl-settings.ts';
import type { StoredCommit } from '../store/updates.ts';
import { type Checkout, createFolderSource, type Source } from './folder-source.ts';
import { createGitSource, type GitSettings } from './git-source.ts';
import type { Site } from './site.ts';

/** A folder on this machine, a branch of a git repository, or a website. */
export type SourceSettings = { readonly folder: string } | GitSettings | CrawlSettings;

/** The settings of one domain. */
export interface ProjectSettings {
  /** The name in `/v1/project/update/{projectId}`. */
  readonly id: string;
  /** The name in `/v1/assistant/{domain}/message`. */
  readonly domain: string;
  readonly organization: string;
  /** Where the docs are published, a path included. */
  readonly siteUrl?: string;
  /** The product's name, which a language model is told. */
  readonly name?: string;
  readonly sentences?: CorpusOptions['sentences'];
  /** The generator and the root for includes, where they are not as the files say. */
  readonly site?: CorpusOptions['site'];
  /** The operator's synonyms: what people call things, and what the docs call them. */
  readonly synonyms?: CorpusOptions['synonyms'];
  readonly source: SourceSettings;
  /** How often a branch or a website is updated without being asked. Default: never. */
  readonly everyHours?: number;
  /** Who may read the docs as llms.txt and as Markdown: everybody, or who has an assistant key. If missing, no one. */
  readonly llms?: 'public' | 'keys';
  /** Who may use the docs through MCP, likewise. */
  readonly mcp?: 'public' | 'keys';
}

/** Receives the lines of an update's log, and its commit once that is known. Fails with StoreError. */
export type UpdateLog = (line: string, commit?: StoredCommit) => Promise<void>;

/** What an update served. */
export interface Updated {
  readonly reading: Pick<Reading, 'pages' | 'problems'>;
  readonly commit?: StoredCommit;
}

export interface Project extends Site {
  readonly settings: ProjectSettings;
  /** The commit that is served, for a git branch. */
  commit(): StoredCommit | undefined;
  /** When the docs that are served were fetched, in milliseconds since 1970; undefined for a folder. */
  fetchedAt(): number | undefined;
  /** Why no docs are served yet. undefined: some are, or they are being read for the first time. */
  failure(): DocsServerError | undefined;
  /** Resolves when the first docs are served or have failed. A branch that was never served is fetched first. */
  readonly begun: Promise<void>;
  /**
   * Builds the newest docs and swaps them in. Fails with DocsServerError, and once the signal aborts; the previous docs are
   * still served then.
   */
  update(log: UpdateLog, signal: AbortSignal): Promise<Updated>;
  /** Aborts a first fetch or reading that is still running. */
  close(): Promise<void>;
}

/** The settings that all projects of a service share. */
export interface ProjectOptions {
  readonly dataDir: string;
  /** Where each project's index is kept, in a folder of its own. undefined: in memory only. */
  readonly indexDir?: string | undefined;
  readonly logger: Logger;
  /** Aborts when the service stops: ends any first fetch or reading. */
  readonly signal: AbortSignal;
  readonly onProgress?: OnProgress | undefined;
  /** Called for each page of a website that is fetched. */
  readonly onFetched?: OnProgress | undefined;
  readonly embedder?: Embedder | undefined;
}

/**
 * Serves the docs that were served last, or else the newest ones, which may still be loading when this resolves. Does not
 * fail when they cannot be read: the project then has a `failure` and no corpus until an update succeeds.
 */
export async function openProject(
  settings: ProjectSettings,
  { dataDir, indexDir: parentDir, signal, onFetched, ...reading }: ProjectOptions,
): Promise<Project> {
  const source = await createSource(settings, dataDir, onFetched);
  let corpus: Corpus | undefined;
  let commit: StoredCommit | undefined;
  let fetchedAt: number | undefined;
  let failure: DocsServerError | undefined;
  const closing = new AbortController();
  const ending = AbortSignal.any([signal, closing.signal]);

  async function serve(checkout: Checkout, aborted: AbortSignal): Promise<Reading> {
    try {
      const { docsDir } = checkout;
      const reading = corpus ? await corpus.reload(docsDir, aborted) : await open(docsDir, aborted);
      commit = checkout.commit;
      fetchedAt = checkout.fetchedAt;
      await checkout.markServed();
      return reading;
    } catch (error) {
      throw error instanceof DocsServerError ? withSourceName(error, checkout) : error;
    } finally {
      await checkout.remove();
    }
  }

  async function open(docsDir: string, aborted: AbortSignal): Promise<Reading> {
    const { name, sentences, synonyms } = settings;
    const { siteUrl, site } = readingOf(settings);
    const logger = projectLogger(settings.id, reading.logger);
    const indexDir = parentDir === undefined ? undefined : resolve(parentDir, `${settings.id}.index`);
    corpus = await openCorpus({
      docsDir,
      siteUrl,
      name,
      sentences,
      synonyms,
      site,
      indexDir,
      ...reading,
      logger,
      signal: aborted,
    });
    failure = undefined;
    return corpus.current();
  }

  async function begin(from: () => Promise<Checkout | undefined>): Promise<void> {
    try {
      const checkout = await from();
      if (checkout) await serve(checkout, ending);
    } catch (error) {
      if (error instanceof DocsServerError) failure = error;
      // A bug that one project's docs trigger must not keep the others from being served.
      else if (!ending.aborted)
        failure = new DocsServerError('docs_failed', 'The first docs could not be served; see the log.', error);
      if (!failure || ending.aborted) return;
      const { code, message: reason } = failure;
      if (failure === error) reading.logger.warn({ project: settings.id, code, reason }, 'docs not served');
      else reading.logger.error({ err: error, project: settings.id }, 'docs not served');
    }
  }

  await begin(source.last);
  // In the background: the first fetch of a branch may take minutes.
  const begun = corpus || failure ? Promise.resolve() : begin(() => source.fetch(async () => {}, ending));

  return {
    settings,
    domain: settings.domain,
    organization: settings.organization,
    corpus: () => corpus,
    commit: () => commit,
    fetchedAt: () => fetchedAt,
    failure: () => failure,
    begun,
    async update(log, aborted) {
      // Concurrent fetches would collide.
      await begun;
      const checkout = await source.fetch(log, aborted);
      if (checkout.commit) await log('It has been fetched; its docs are being read.', checkout.commit);
      const reading = await serve(checkout, aborted);
      return { reading, ...(checkout.commit && { commit: checkout.commit }) };
    },
    async close() {
      closing.abort();
      await begun;
    },
  };
}

/** Call it before anything is created. Fails with DocsServerError: folder_missing if every project's folder is missing. */
export async function throwIfAllMissing(projects: readonly Pick<ProjectSettings, 'source'>[]): Promise<void> {
  const checks = projects.map(async ({ source }) => 'folder' in source && realFolder(source.folder));
  const [first, ...others] = await Promise.allSettled(checks);
  if (first?.status === 'rejected' && others.every(({ status }) => status === 'rejected')) throw first.reason;
}

/** Adds the project to each log line. */
function projectLogger(project: string, logger: Logger): Logger {
  return {
    debug: (fields, phrase) => logger.debug({ project, ...fields }, phrase),
    info: (fields, phrase) => logger.info({ project, ...fields }, phrase),
    warn: (fields, phrase) => logger.warn({ project, ...fields }, phrase),
    error: (fields, phrase) => logger.error({ project, ...fields }, phrase),
  };
}

/** Names the source instead of the temporary folder of a checkout. */
function withSourceName(
  { code, message, cause, lines }: DocsServerError,
  { docsDir, name }: Checkout,
): DocsServerError {
  return new DocsServerError(code, message.replaceAll(docsDir, name), cause, lines);
}

async function createSource(
  { id, source }: ProjectSettings,
  dataDir: string,
  onProgress: OnProgress | undefined,
): Promise<Source> {
  if ('folder' in source) return createFolderSource(source.folder);
  if ('address' in source) return createGitSource(source, dataDir, id);
  const { createSiteSource } = await import('./site-source.ts');
  return createSiteSource(source, dataDir, id, { onProgress });
}

/** With what the folder of a project is read: pages of a website are where they were found. */
export function readingOf({ siteUrl, site, source }: ProjectSettings): Pick<ProjectSettings, 'siteUrl' | 'site'> {
  if (!('url' in source)) return { ...(siteUrl !== undefined && { siteUrl }), ...(site && { site }) };
  return { siteUrl: siteUrl ?? new URL(source.url).origin, site: { ...site, generator: 'published' } };
}
