/**
 * The documentation service: the assistant and project update operations served from a docs folder.
 * In: a folder, a domain, keys, an address to listen on. Out: a running HTTP server that can be stopped.
 */
import type { Logger } from './corpus.ts';
import type { PageProblem } from './pages.ts';

/** What the service needs to know. Only the folder and the logger are required. */
export interface DocsServerOptions {
  /** The folder with Markdown and MDX pages. */
  readonly docsDir: string;
  /** The name in `/v1/assistant/{domain}/message`. Default: the folder's name. */
  readonly domain?: string;
  /** The name in `/v1/project/update/{projectId}`. Default: the domain. */
  readonly projectId?: string;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** 0 takes a free one. Default: 8080. */
  readonly port?: number;
  /** Bearer key of the assistant operation. Default: one is made. */
  readonly key?: string;
  /** Bearer key of the update operations. Default: one is made. */
  readonly deployKey?: string;
  /** Where the docs are published, a path included: sources become whole links. Default: they are rooted paths. */
  readonly siteUrl?: string;
  /** A pause between two pieces of an answer, so that people see it grow. Default: 0. */
  readonly pieceDelayMs?: number;
  readonly logger: Logger;
}

/** A running service. */
export interface DocsServer {
  /** Base address without a trailing slash, for instance `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly domain: string;
  readonly key: string;
  readonly deployKey: string;
  readonly projectId: string;
  /** Pages served at start. */
  readonly pages: number;
  /** Pages that could not be read at start, each with the reason. */
  readonly problems: readonly PageProblem[];
  /** Takes no more requests, ends open streams with a proper end, frees the port. */
  stop(): Promise<void>;
}

/** Reads the folder and listens. Fails with DocsServerError: folder_missing, folder_empty, address_in_use, address_refused. */
export async function startDocsServer(_options: DocsServerOptions): Promise<DocsServer> {
  throw new Error('not there yet');
}
