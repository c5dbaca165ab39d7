/**
 * Starts and stops the documentation service: the assistant and update operations over one or several projects. Model
 * libraries are loaded only where the environment names a model.
 */
import type { RequestListener } from 'node:http';
import { basename, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Clock, endWait, systemClock } from '../kit/base/clock.ts';
import type { Logger } from '../kit/base/logger.ts';
import { createTurns } from '../kit/base/time-slices.ts';
import { warmUpSmallTalk } from '../kit/matching/small-talk.ts';
import { shareFile } from '../kit/sql/file-lock.ts';
import { createExtractResponder } from './answers/extractive-responder.ts';
import { withKeptAnswers } from './answers/kept-answers.ts';
import type { Responder } from './answers/responder.ts';
import { withUnseenPictures } from './answers/unseen-pictures.ts';
import {
  type Health,
  healthOf,
  type ServedProject,
  throwIfAllFailed,
  toServedProject,
  untilOneServed,
} from './http/health.ts';
import { createQuotas, endOfMonth } from './http/quotas.ts';
import { type AppOptions, createServiceListener } from './http/routes.ts';
import { closeServer, createHttpServer, listen, type Signals } from './http/server.ts';
import { createThreads } from './http/threads.ts';
import { createKey, defaultOrganization, keyKinds } from './keys.ts';
import type { Stdio } from './mcp/stdio.ts';
import { type ModelSettings, readEmbeddingSettings, readModelSettings } from './model-endpoint/settings.ts';
import { startFollowing, startSchedule, startWatching } from './projects/follow-changes.ts';
import { openProject, type ProjectSettings, throwIfAllMissing } from './projects/project.ts';
import { createUpdateQueue, type UpdatableProject } from './projects/update-queue.ts';
import type { Embedder } from './search/ranking/embeddings.ts';
import { type DocsServerOptions, type ServiceOptions, type Settings, toSettings } from './service-options.ts';
import { openServiceStore, type ServiceStore } from './store/store.ts';

export { readServiceConfig, type ServiceConfig } from './http/config-file.ts';
export type { DocsServerOptions, ProjectSettings, ServedProject, ServiceOptions };
export { throwIfAllMissing };

/** A running service. */
export interface DocsService {
  /** Base address without a trailing slash, for instance `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly key: string;
  readonly deployKey: string;
  /** The model that the environment names. */
  readonly model: string | undefined;
  /** Which kinds of keys the database holds. */
  readonly storedKinds: readonly string[];
  /** Their current state. */
  readonly projects: readonly ServedProject[];
  /** Resolves once one project is served. Fails with the first project's DocsServerError when all have failed. */
  readonly begun: Promise<void>;
  health(): Promise<Health>;
  /** Refuses new requests, lets open answers end, and frees the port. */
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
 * Reads the docs of all projects and listens. It does not wait for a first fetch; a project whose docs
 * cannot be read is served once an update succeeds. Fails with DocsServerError, also when all projects fail, with StoreError,
 * with FileLockedError while the database is being restored, and with the reason of `signal`.
 */
export async function startDocsService(
  projects: readonly ProjectSettings[],
  options: ServiceOptions,
): Promise<DocsService> {
  const settings = toSettings(options);
  await throwIfAllMissing(projects);
  await using stack = new AsyncDisposableStack();
  const signals: Signals = { stopping: new AbortController(), ending: new AbortController() };
  const stopping = signals.stopping.signal;
  const { turn, model, store, respond, opened } = await open(projects, settings, stopping, stack);
  const keys = { key: settings.key ?? createKey('assistant'), deployKey: settings.deployKey ?? createKey('deploy') };
  const configuredKeys = [
    { kind: 'assistant', key: keys.key },
    { kind: 'deploy', key: keys.deployKey },
  ] as const;
  const listener = createServiceListener({
    ...settings,
    projects: opened,
    store,
    configuredKeys,
    respond,
    turn,
    stopping,
    ending: signals.ending.signal,
    takesPictures: model?.pictures ?? false,
    addMore: await moreRoutes(projects),
  });
  warmUpSmallTalk();
  const url = await listenFor(listener, settings, signals, stack);
  startUpkeep(opened, store, settings, stack);
  const pages = opened.reduce((sum, project) => sum + toServedProject(project).pages, 0);
  settings.logger.info({ url, projects: opened.length, pages }, 'serving');
  const begun = untilOneServed(opened);
  // Failures are also reported in each project's state.
  begun.catch(() => {});
  const storedKinds = await kindsOf(store);
  const running = stack.move();
  let stopped: Promise<void> | undefined;
  return {
    url,
    ...keys,
    model: model?.model,
    storedKinds,
    begun,
    get projects() {
      return opened.map(toServedProject);
    },
    health: () => healthOf(opened, store),
    stop() {
      stopped ??= running.disposeAsync();
      return stopped;
    },
  };
}

/** Who is answered over stdio, and how. */
export interface StdioClient extends Stdio {
  /** The access groups whose pages it may read. */
  readonly groups: readonly string[];
  /** Whether the database lasts, so that reports of problems are not lost. */
  readonly canReport: boolean;
}

/** Answers one MCP client from one project until it leaves, or `signal` aborts. Fails as `startDocsService` does. */
export async function serveOverStdio(
  project: ProjectSettings,
  { groups, canReport, ...stdio }: StdioClient,
  options: ServiceOptions,
): Promise<void> {
  const settings = toSettings(options);
  await throwIfAllMissing([project]);
  await using stack = new AsyncDisposableStack();
  const ending = new AbortController();
  stack.defer(() => ending.abort());
  const signal = settings.signal ? AbortSignal.any([ending.signal, settings.signal]) : ending.signal;
  const { store, opened, ...answering } = await open([project], settings, signal, stack);
  await untilOneServed(opened);
  startUpkeep(opened, store, settings, stack);
  const [served] = opened;
  if (!served) throw new TypeError('a project that was opened is not served');
  const { answerOverStdio } = await import('./mcp/stdio.ts');
  const { organization } = project;
  await answerOverStdio(served.project, { id: 'stdio', organization, groups }, stdio, {
    ...settings,
    ...answering,
    store,
    quotas: createQuotas(settings.limits, store.counterFor),
    threads: createThreads(store, settings.requireThreadKey, Date.now),
    ending: signal,
    canReport,
  });
}

/** Everything but a way to ask. Fails as `startDocsService` does. */
async function open(
  projects: readonly ProjectSettings[],
  settings: Settings,
  stopping: AbortSignal,
  stack: AsyncDisposableStack,
) {
  const turn = createTurns();
  const model = readModelSettings(settings.env);
  const store = await openStore(settings.database, stack);
  const respond = withKeptAnswers(await responderOf(model, settings, store, turn, stopping));
  const reading = settings.signal ? AbortSignal.any([stopping, settings.signal]) : stopping;
  const opened = await openProjects(projects, store, settings, reading, stack);
  reading.throwIfAborted();
  return { turn, model, store, respond, opened };
}

/** Loads what only some projects have on. */
async function moreRoutes(projects: readonly ProjectSettings[]): Promise<AppOptions['addMore']> {
  if (projects.every(({ mcp }) => mcp === undefined)) return undefined;
  return (await import('./mcp/mcp-route.ts')).addMcpRoute;
}

async function responderOf(
  model: ModelSettings | undefined,
  { respond, pieceDelayMs, propose, logger, metrics }: Settings,
  store: ServiceStore,
  turn: () => Promise<void>,
  stopping: AbortSignal,
): Promise<Responder> {
  if (respond) return respond;
  if (!model) return withUnseenPictures(createExtractResponder({ turn, pieceDelayMs, propose, stopping }), false);
  const { createLlmResponder } = await import('./llm/llm-responder.ts');
  const fallback = withUnseenPictures(createExtractResponder({ turn, pieceDelayMs: 0, stopping }), false);
  const { wholeDocsQuestions: uses = Number.MAX_SAFE_INTEGER } = model;
  const counter = store.counterFor({ name: 'whole-docs', uses, windowEnd: endOfMonth });
  const countWholeDocs = async (): Promise<boolean> => (await counter.count('all')).allowed;
  const answering = createLlmResponder(model, { turn, fallback, countWholeDocs, logger, ...(metrics && { metrics }) });
  return withUnseenPictures(answering, model.pictures ?? false);
}

async function openStore(database: string, stack: AsyncDisposableStack): Promise<ServiceStore> {
  stack.defer(shareFile(database));
  const store = await openServiceStore(database);
  stack.defer(() => store.close());
  return store;
}

/** Fails with DocsServerError: config_wrong. */
async function embedderOf(settings: Settings, store: ServiceStore): Promise<Embedder | undefined> {
  const { env, logger, metrics, onEmbedded } = settings;
  if (settings.embedderOf) return settings.embedderOf(store);
  const model = readEmbeddingSettings(env);
  if (!model) return undefined;
  const { createEmbedder } = await import('./search/ranking/embeddings.ts');
  return createEmbedder(model, { store, logger, metrics, onProgress: onEmbedded });
}

async function openProjects(
  projects: readonly ProjectSettings[],
  store: ServiceStore,
  settings: Settings,
  signal: AbortSignal,
  stack: AsyncDisposableStack,
): Promise<readonly UpdatableProject[]> {
  const { dataDir, indexDir, logger, metrics, onProgress, onFetched } = settings;
  const embedder = await embedderOf(settings, store);
  stack.defer(() => embedder?.stop());
  const opened = await Promise.all(
    projects.map((project) =>
      openProject(project, { dataDir, indexDir, logger, signal, onProgress, onFetched, embedder }),
    ),
  );
  const deployables = opened.map((project) => {
    const onEnd = (state: string): void => metrics?.count('service_updates', { state });
    return { project, updates: createUpdateQueue({ project, store, logger, signal, onEnd }) };
  });
  for (const { project, updates } of deployables) {
    stack.defer(() => project.close());
    stack.defer(() => updates.stop());
  }
  throwIfAllFailed(deployables);
  return deployables;
}

/** Returns the address that the service listens on. */
async function listenFor(
  listener: RequestListener,
  { host, port, requestMs, idleMs, stopMs }: Settings,
  signals: Signals,
  stack: AsyncDisposableStack,
): Promise<string> {
  const server = createHttpServer(listener, { requestMs, idleMs });
  const url = await listen(server, host, port);
  stack.defer(() => closeServer(server, signals, stopMs));
  return url;
}

function startUpkeep(
  projects: readonly UpdatableProject[],
  store: ServiceStore,
  { logger, watch, followMs, retentionDays: days }: Settings,
  stack: AsyncDisposableStack,
): void {
  const servedHashes = (): readonly string[] =>
    projects.flatMap(({ project }) => project.corpus()?.current().semanticIndex?.hashes() ?? []);
  stack.use(startRetention({ store, days, logger, servedHashes }));
  if (watch) for (const project of projects) stack.use(startWatching(project, logger));
  stack.use(startFollowing(projects, followMs));
  for (const project of projects) stack.use(startSchedule(project, logger));
}

async function kindsOf(store: ServiceStore): Promise<readonly string[]> {
  const now = Date.now();
  const live = (await store.listKeys()).filter(
    (key) => key.revokedAt === undefined && (key.expiresAt ?? now + 1) > now,
  );
  return keyKinds.filter((kind) => live.some((key) => key.kind === kind));
}

const sweepMs = 3_600_000;
const dayMs = 24 * 3_600_000;
/** Embeddings contain no data about people. */
const unusedVectorMs = 90 * dayMs;

/** Embeddings of served sections are marked as used this often. */
const markMs = dayMs;

export interface RetentionOptions {
  readonly store: ServiceStore;
  /** How long threads and updates are kept after their last use. */
  readonly days: number | 'off';
  readonly logger: Logger;
  /** The hashes of the embeddings that are served. */
  readonly servedHashes: () => readonly string[];
  readonly clock?: Clock;
}

/** Deletes expired rows now and every hour, one batch per turn of the event loop. */
export function startRetention({
  store,
  days,
  logger,
  servedHashes,
  clock = systemClock,
}: RetentionOptions): AsyncDisposable {
  const ending = new AbortController();
  const { signal } = ending;
  let markedAt = Number.NEGATIVE_INFINITY;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await sweep().catch((error: unknown) => logger.warn({ err: error }, 'retention failed'));
      await clock.wait(sweepMs, signal);
    }
  }
  async function sweep(): Promise<void> {
    const now = clock.now();
    if (now - markedAt >= markMs) {
      await store.markVectorsUsed(servedHashes(), now);
      markedAt = now;
    }
    const people = days === 'off' ? undefined : now - days * dayMs;
    const expiry = { now, people, vectors: now - unusedVectorMs };
    while (!signal.aborted && (await store.deleteExpired(expiry))) await setImmediate();
  }
  const running = run();
  return {
    async [Symbol.asyncDispose]() {
      endWait(ending);
      await running;
    },
  };
}
