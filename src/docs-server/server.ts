/**
 * The documentation service: the assistant and project update operations served from a docs folder.
 * In: a folder, a domain, keys, an address to listen on. Out: a running HTTP server that can be stopped.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { addAssistant } from './assistant.ts';
import { type Corpus, type Logger, openCorpus } from './corpus.ts';
import { addDeployments, type Deployments } from './deployments.ts';
import { DocsServerError } from './errors.ts';
import type { PageProblem } from './pages.ts';
import { refuse } from './requests.ts';
import { createMemoryThreads } from './threads.ts';

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
  /** Takes no more requests, sends open answers to their end, frees the port. */
  stop(): Promise<void>;
}

/** Reads the folder and listens. Fails with DocsServerError: folder_missing, folder_empty, address_in_use, address_refused. */
export async function startDocsServer(options: DocsServerOptions): Promise<DocsServer> {
  const { docsDir, siteUrl, logger } = options;
  const corpus = await openCorpus({ docsDir, siteUrl, logger });
  const { pages, problems } = corpus.current();
  const domain = options.domain ?? basename(resolve(docsDir));
  const named = {
    domain,
    projectId: options.projectId ?? domain,
    key: options.key ?? createKey('docs'),
    deployKey: options.deployKey ?? createKey('deploy'),
  };
  const stopping = new AbortController();
  const { app, deployments } = createDocsApp(named, { ...options, corpus, stopping: stopping.signal });
  const server = createServer(getRequestListener(app.fetch));
  server.on('request', (_, response: ServerResponse) => {
    // A connection that was busy when the server stopped would else be held open for its next request.
    response.once('close', () => stopping.signal.aborted && server.closeIdleConnections());
  });
  const url = await listen(server, options.host ?? '127.0.0.1', options.port ?? 8080).catch((error: unknown) => {
    corpus.close();
    throw error;
  });
  logger.info({ url, domain, projectId: named.projectId, pages: pages.length }, 'documentation service started');
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= stopAll(server, stopping, deployments, corpus);
    return stopped;
  };
  return { url, ...named, pages: pages.length, problems, stop };
}

function createKey(kind: string): string {
  return `${kind}_${randomBytes(24).toString('base64url')}`;
}

/** What a request may hold: a conversation, no library. */
const maxBodyBytes = 1_000_000;

type Named = Pick<DocsServer, 'domain' | 'projectId' | 'key' | 'deployKey'>;

interface AppParts extends Pick<DocsServerOptions, 'pieceDelayMs' | 'logger'> {
  readonly siteUrl?: string;
  readonly corpus: Corpus;
  readonly stopping: AbortSignal;
}

function createDocsApp(named: Named, parts: AppParts): { readonly app: Hono; readonly deployments: Deployments } {
  const { corpus, stopping, logger } = parts;
  const app = new Hono();
  app.use(bodyLimit({ maxSize: maxBodyBytes, onError: (context) => refuse(context, 413, 'The body is too large.') }));
  app.use(async (context, next) => (stopping.aborted ? refuse(context, 503, 'The service is stopping.') : next()));
  addAssistant(app, {
    domain: named.domain,
    key: named.key,
    siteUrl: parts.siteUrl,
    corpus,
    threads: createMemoryThreads(),
    pieceDelayMs: parts.pieceDelayMs ?? 0,
    stopping,
    logger,
  });
  const deployments = addDeployments(app, { projectId: named.projectId, key: named.deployKey, corpus, logger });
  app.notFound((context) => refuse(context, 404, 'There is no such operation.'));
  app.onError((error, context) => {
    logger.error({ err: error }, 'request failed');
    return refuse(context, 500, 'The service failed. Its log says why.');
  });
  return { app, deployments };
}

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((fulfil, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toListenError(error, host, port)));
    server.listen(port, host, () => {
      // A server that listens on a port has an AddressInfo; only one on a pipe has a string.
      const { port: taken } = server.address() as AddressInfo;
      fulfil(`http://${host.includes(':') ? `[${host}]` : host}:${taken}`);
    });
  });
}

function toListenError(error: NodeJS.ErrnoException, host: string, port: number): DocsServerError {
  if (error.code === 'EADDRINUSE') {
    return new DocsServerError('address_in_use', `Port ${port} on ${host} is taken by another program.`, error);
  }
  return new DocsServerError('address_refused', `Cannot listen on ${host}, port ${port}: ${error.code}.`, error);
}

/** Readers that take longer for the rest of their answer are cut off. */
const stopWithinMs = 5_000;

async function stopAll(
  server: Server,
  stopping: AbortController,
  deployments: Deployments,
  corpus: Corpus,
): Promise<void> {
  stopping.abort();
  const closed = new Promise((fulfil) => server.close(fulfil));
  const cutOff = setTimeout(() => server.closeAllConnections(), stopWithinMs);
  await closed;
  clearTimeout(cutOff);
  await deployments.idle();
  corpus.close();
}
