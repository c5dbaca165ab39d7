/**
 * The documentation service: the assistant and project update operations over one project or several. In: docs, keys,
 * limits, an address to listen on. Out: a running HTTP server that can be stopped. Effects: a port, a database.
 */
import { basename, resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from '../base/logger.ts';
import { openServiceStore, type ServiceStore } from '../store/service/store.ts';
import { share } from '../store/sql/file-lock.ts';
import { createExtractResponder } from './answers/extractive-responder.ts';
import type { Responder } from './answers/responder.ts';
import type { OnProgress } from './content/pages.ts';
import { firstServed, type Health, healthOf, refuseNone, type ServedProject, toServed } from './http/health.ts';
import { following, sweeping, watching } from './http/maintenance.ts';
import { defaultLimits, type LimitSettings } from './http/quotas.ts';
import { createServiceApp, type Probes, type ServiceMetrics } from './http/routes.ts';
import { closeServer, createHttpServer, listen, type Signals } from './http/server.ts';
import { createKey, defaultOrganization, keyKinds } from './keys.ts';
import { openProject, type ProjectOptions, type ProjectSettings } from './projects/project.ts';
import type { Deployable } from './projects/update-queue.ts';
import { createUpdateQueue } from './projects/update-queue.ts';
import type { Meanings } from './search/ranking/embeddings.ts';

/** One folder to serve. */
export interface FolderOptions {
  /** The folder with Markdown and MDX pages. */
  readonly docsDir: string;
  /** The name in `/v1/assistant/{domain}/message`. Default: the folder's name. */
  readonly domain?: string;
  /** The name in `/v1/project/update/{projectId}`. Default: the domain. */
  readonly projectId?: string;
  /** Where the docs are published, a path included: sources become whole links. Default: they are rooted paths. */
  readonly siteUrl?: string;
}

/** What the service needs to know. Only the logger is required. */
export interface ServiceOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** 0 takes a free one. Default: 8080. */
  readonly port?: number;
  /** `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. Default: in memory, gone with the process. */
  readonly database?: string;
  /** Copies of git repositories. Default: `docent-serve` in the working folder. */
  readonly dataDir?: string;
  /** A Bearer key of the assistant operation, beside those in the database. Default: one is made. */
  readonly key?: string;
  /** A Bearer key of the update operations, beside those in the database. Default: one is made. */
  readonly deployKey?: string;
  readonly limits?: LimitSettings;
  /** How many proxies stand before the service and write X-Forwarded-For. Default: 0. */
  readonly trustedProxies?: number;
  /** A thread is continued only with its thread key. Default: the Bearer key that opened it is enough. */
  readonly requireThreadKey?: boolean;
  /** Pages of these origins may ask from a browser. Default: none. */
  readonly corsOrigins?: readonly string[];
  /** Read folders again whenever they change. */
  readonly watch?: boolean;
  /** How often to look for updates that other services on the same database have served. Default: 10 s. */
  readonly followMs?: number;
  /** Who answers. Default: the passages of the docs that answer. */
  readonly respond?: Responder;
  /** What the docs mean, found out with an embedding model; it is stopped with the service. Default: words alone count. */
  readonly meaningsOf?: (store: ServiceStore) => Meanings;
  /** A pause between two pieces of an answer without a model, so that people see it grow. Default: 0. */
  readonly pieceDelayMs?: number;
  /** Answers without a model end with what to read next, which Docent shows as buttons. Default: they do not. */
  readonly propose?: boolean;
  /** How long one answer may take. Default: 5 minutes. */
  readonly answerMs?: number;
  /** How long open answers may go on once the service stops; then they are ended, and their readers told so. Default: 4 s. */
  readonly stopMs?: number;
  /** How long a request may take to arrive. Default: 30 s. */
  readonly requestMs?: number;
  /** A connection on which nothing moved for that long is closed: its reader is gone. Default: one minute. */
  readonly idleMs?: number;
  /** Answers /healthz, /readyz and /metrics. */
  readonly probes?: Probes;
  readonly metrics?: ServiceMetrics;
  /** Told of each page that is read at start. */
  readonly onProgress?: OnProgress;
  readonly logger: Logger;
}

export type DocsServerOptions = FolderOptions & ServiceOptions;

/** A running service. */
export interface DocsService {
  /** Base address without a trailing slash, for instance `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly key: string;
  readonly deployKey: string;
  /** Which kinds of keys the database holds. */
  readonly storedKinds: readonly string[];
  /** As they are served now. */
  readonly projects: readonly ServedProject[];
  /** Resolves once one project is served. When none can be had, it fails with the first one's DocsServerError. */
  readonly begun: Promise<void>;
  health(): Promise<Health>;
  /** Takes no more requests, sends open answers to their end, frees the port. */
  stop(): Promise<void>;
}

/** A running service on one folder. */
export type DocsServer = DocsService & ServedProject;

/** Reads the folder and listens. Fails with DocsServerError: folder_missing, folder_empty, address_in_use, address_refused. */
export async function startDocsServer(options: DocsServerOptions): Promise<DocsServer> {
  const { docsDir, siteUrl } = options;
  const domain = options.domain ?? basename(resolve(docsDir));
  const id = options.projectId ?? domain;
  const names = { id, domain, organization: defaultOrganization };
  const project = { ...names, source: { folder: docsDir }, ...(siteUrl !== undefined && { siteUrl }) };
  const service = await startDocsService([project], options);
  const [served] = service.projects;
  if (!served) throw new TypeError('a project that was opened is not served');
  return { ...service, ...served };
}

/**
 * Reads the docs of all projects and listens. What comes over the network for the first time is not waited for; a project
 * whose docs cannot be had is served once an update works. Fails with DocsServerError, also when no project can be had,
 * with StoreError, and with OwnedError while a backup is put in the database's place.
 */
export async function startDocsService(
  settings: readonly ProjectSettings[],
  options: ServiceOptions,
): Promise<DocsService> {
  await using stack = new AsyncDisposableStack();
  const { logger } = options;
  const { database = 'sqlite::memory:' } = options;
  stack.defer(share(database));
  const store = await openServiceStore(database);
  stack.defer(() => store.close());
  const signals: Signals = { stopping: new AbortController(), ending: new AbortController() };
  const meanings = options.meaningsOf?.(store);
  stack.defer(() => meanings?.stop());
  const projects = await openProjects(settings, store, { ...options, meanings, signal: signals.stopping.signal });
  for (const { project, updates } of projects) {
    stack.defer(() => project.close());
    stack.defer(() => updates.stop());
  }
  refuseNone(projects);
  stack.use(sweeping(store, logger));
  const keys = { key: options.key ?? createKey('assistant'), deployKey: options.deployKey ?? createKey('deploy') };
  const { pieceDelayMs = 0, propose = false } = options;
  const app = createServiceApp({
    projects,
    store,
    given: [
      { kind: 'assistant', key: keys.key },
      { kind: 'deploy', key: keys.deployKey },
    ],
    limits: options.limits ?? defaultLimits,
    trustedProxies: options.trustedProxies ?? 0,
    requireThreadKey: options.requireThreadKey ?? false,
    corsOrigins: options.corsOrigins ?? [],
    respond: options.respond ?? createExtractResponder({ pieceDelayMs, propose, stopping: signals.stopping.signal }),
    answerMs: options.answerMs ?? 300_000,
    stopping: signals.stopping.signal,
    ending: signals.ending.signal,
    logger,
    ...(options.probes && { probes: options.probes }),
    ...(options.metrics && { metrics: options.metrics }),
  });
  const patience = { requestMs: options.requestMs ?? 30_000, idleMs: options.idleMs ?? 60_000 };
  // Balancers that speak HTTP/1.0 to the probes may name no host.
  const listener = getRequestListener(app.fetch, { hostname: 'localhost' });
  const server = createHttpServer(listener, patience);
  const url = await listen(server, options.host ?? '127.0.0.1', options.port ?? 8080);
  stack.defer(() => closeServer(server, signals, options.stopMs ?? 4_000));
  if (options.watch) for (const each of projects) stack.use(watching(each, logger));
  stack.use(following(projects, options.followMs ?? 10_000));
  const pages = projects.reduce((sum, each) => sum + toServed(each).pages, 0);
  logger.info({ url, projects: projects.length, pages }, 'serving');
  const begun = firstServed(projects);
  // Who does not wait for it learns from the project's state.
  begun.catch(() => {});
  const storedKinds = await kindsOf(store);
  const running = stack.move();
  let stopped: Promise<void> | undefined;
  return {
    ...{ url, ...keys, storedKinds, begun },
    get projects() {
      return projects.map(toServed);
    },
    health: () => healthOf(projects, store),
    stop() {
      stopped ??= running.disposeAsync();
      return stopped;
    },
  };
}

async function openProjects(
  settings: readonly ProjectSettings[],
  store: ServiceStore,
  { dataDir = 'docent-serve', logger, metrics, ...more }: ServiceOptions & Pick<ProjectOptions, 'meanings' | 'signal'>,
): Promise<readonly Deployable[]> {
  const projects = await Promise.all(settings.map((each) => openProject(each, { dataDir, logger, ...more })));
  return projects.map((project) => {
    const { id } = project.settings;
    const onEnd = (state: string): void => metrics?.count('service_updates', { project: id, state });
    return { project, updates: createUpdateQueue({ project, store, logger, now: Date.now, onEnd }) };
  });
}

async function kindsOf(store: ServiceStore): Promise<readonly string[]> {
  const now = Date.now();
  const live = (await store.listKeys()).filter(
    (key) => key.revokedAt === undefined && (key.expiresAt ?? now + 1) > now,
  );
  return keyKinds.filter((kind) => live.some((key) => key.kind === kind));
}
