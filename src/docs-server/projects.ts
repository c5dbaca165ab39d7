/**
 * A project: where its docs come from, and the docs as they are served. In: settings. Out: a site that can be updated.
 * Effects: reads the docs; what is new is built beside what is served, and swapped whole.
 */
import type { StoredCommit } from '../store/updates.ts';
import type { Site } from './assistant.ts';
import { type Corpus, type Logger, openCorpus, type Reading } from './corpus.ts';
import { DocsServerError } from './errors.ts';
import { createGitSource, type GitSettings } from './git.ts';
import { type Checkout, createFolderSource, type Source } from './sources.ts';

/** A folder on this machine, or a branch of a git repository. */
export type SourceSettings = { readonly folder: string } | GitSettings;

/** What is served under one domain. */
export interface ProjectSettings {
  /** The name in `/v1/project/update/{projectId}`. */
  readonly id: string;
  /** The name in `/v1/assistant/{domain}/message`. */
  readonly domain: string;
  readonly organization: string;
  /** Where the docs are published, a path included. */
  readonly siteUrl?: string;
  readonly source: SourceSettings;
}

/** What an update served. */
export interface Updated {
  readonly reading: Reading;
  readonly commit?: StoredCommit;
}

export interface Project extends Site {
  readonly settings: ProjectSettings;
  /** What is served, of a git branch. */
  commit(): StoredCommit | undefined;
  /** Why there are no docs yet. undefined: there are. */
  failure(): DocsServerError | undefined;
  /** The newest docs, built and swapped. Fails with DocsServerError; then the docs from before are still served. */
  update(log: (line: string) => Promise<void>, signal: AbortSignal): Promise<Updated>;
  close(): void;
}

/**
 * Serves what was served last, or the newest where nothing was. Docs that cannot be had are no failure here: then the
 * project has a `failure` and no corpus until an update works.
 */
export async function openProject(
  settings: ProjectSettings,
  { dataDir, logger, signal }: { readonly dataDir: string; readonly logger: Logger; readonly signal: AbortSignal },
): Promise<Project> {
  const source = createSource(settings, dataDir);
  let corpus: Corpus | undefined;
  let commit: StoredCommit | undefined;
  let failure: DocsServerError | undefined;

  async function serve(checkout: Checkout): Promise<Reading> {
    try {
      const reading = corpus ? await corpus.reload(checkout.docsDir) : await open(checkout.docsDir);
      commit = checkout.commit;
      await checkout.keep();
      return reading;
    } finally {
      await checkout.drop();
    }
  }

  async function open(docsDir: string): Promise<Reading> {
    corpus = await openCorpus({ docsDir, siteUrl: settings.siteUrl, logger });
    failure = undefined;
    return corpus.current();
  }

  try {
    await serve((await source.last()) ?? (await source.fetch(async () => {}, signal)));
  } catch (error) {
    if (!(error instanceof DocsServerError)) throw error;
    failure = error;
  }

  return {
    settings,
    domain: settings.domain,
    organization: settings.organization,
    corpus: () => corpus,
    commit: () => commit,
    failure: () => failure,
    async update(log, aborted) {
      const checkout = await source.fetch(log, aborted);
      const reading = await serve(checkout);
      return { reading, ...(checkout.commit && { commit: checkout.commit }) };
    },
    close: () => corpus?.close(),
  };
}

function createSource({ id, source }: ProjectSettings, dataDir: string): Source {
  return 'folder' in source ? createFolderSource(source.folder) : createGitSource(source, dataDir, id);
}
