/** The routes of the service: probes and operations, and how failures become error responses. */
import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Logger } from '../../kit/base/logger.ts';
import {
  forgetBodySchema,
  type MessagesBody,
  messagesQuerySchema,
  searchBodySchema,
  type UpdateStatusBody,
} from '../../kit/wire/api.ts';
import { toSearchResults } from '../../kit/wire/search-call.ts';
import { toNearestPages } from '../answers/extractive-responder.ts';
import type { Responder } from '../answers/responder.ts';
import { isUlid } from '../ids.ts';
import { type ConfiguredKey, createKeyCheck } from '../keys.ts';
import type { Site } from '../projects/site.ts';
import type { UpdatableProject } from '../projects/update-queue.ts';
import { hybridSearch } from '../search/ranking/hybrid.ts';
import type { ServiceStore } from '../store/store.ts';
import type { FoundMessage } from '../store/threads.ts';
import type { StoredCommit, StoredUpdate } from '../store/updates.ts';
import { addAssistantRoute, assistantPath } from './assistant-route.ts';
import { addDocsRoutes } from './docs-routes.ts';
import {
  type Admission,
  type Admitted,
  allowOrigins,
  countRequests,
  createAdmission,
  inTurn,
  limitBody,
  type RequestMetrics,
} from './middleware.ts';
import { createQuotas, type LimitSettings, type Quotas } from './quotas.ts';
import {
  filterOf,
  Refusal,
  readBody,
  readQuery,
  refuseOtherMethods,
  servedBy,
  siteOf,
  toResponse,
} from './requests.ts';
import { createThreads, type Threads } from './threads.ts';

/** Answers /healthz, /readyz and /metrics. */
export type Probes = (request: Request) => Response | Promise<Response>;

/** What the operations of all rooms are made from. */
export interface Operations {
  readonly admit: Admission;
  readonly quotas: Quotas;
  readonly threads: Threads;
}

export interface AppOptions {
  readonly projects: readonly UpdatableProject[];
  readonly store: ServiceStore;
  readonly configuredKeys: readonly ConfiguredKey[];
  readonly limits: LimitSettings;
  readonly trustedProxies: number;
  readonly requireThreadKey: boolean;
  readonly corsOrigins: readonly string[];
  readonly slackSigningSecret?: string;
  readonly respond: Responder;
  /** Requests may be as large as the pictures of a question. */
  readonly takesPictures: boolean;
  /** Resolves when it is this request's or search's turn: one per turn of the event loop. */
  readonly turn: () => Promise<void>;
  readonly answerMs: number;
  readonly stopping: AbortSignal;
  readonly ending: AbortSignal;
  readonly probes?: Probes;
  readonly metrics?: RequestMetrics;
  readonly logger: Logger;
  /** Adds the operations of a room that is loaded only where a project's settings ask for it. */
  readonly addMore?: ((app: Hono, operations: Operations, options: AppOptions) => void) | undefined;
}

/** The projects whose `setting` lets some read them, by domain, and the organization of those that everybody may read. */
export function readableBy(
  setting: 'llms' | 'mcp',
  projects: readonly UpdatableProject[],
): { readonly sites: ReadonlyMap<string, Site>; ownerOf(domain: string): string | undefined } {
  const readable = projects.filter(({ project }) => project.settings[setting] !== undefined);
  const open = readable.filter(({ project }) => project.settings[setting] === 'public');
  const owners = new Map(open.map(({ project }) => [project.domain, project.organization]));
  return {
    sites: new Map(readable.map(({ project }) => [project.domain, project])),
    ownerOf: (domain) => owners.get(domain),
  };
}

/** Also shown to people who open the service's address in a browser. */
const noOperation =
  'There is no such operation. The operations are POST /v1/assistant/{domain}/message (or /v2/…), POST /v1/assistant/{domain}/forget, GET /v1/assistant/{domain}/messages, POST /v1/search/{domain}, GET /v1/docs/{domain}/llms.txt, POST /mcp/{domain}, POST /v1/project/update/{id} and GET /v1/project/update-status/{statusId}.';

export function createServiceListener(options: AppOptions): RequestListener {
  const { projects, store, stopping, logger, probes, metrics } = options;
  const app = new Hono();
  app.onError((error, context) => toResponse(toRefusal(error, context, logger)));
  app.notFound(() => toResponse(new Refusal(404, noOperation)));
  if (probes) for (const path of ['/healthz', '/readyz', '/metrics']) app.get(path, ({ req }) => probes(req.raw));
  if (metrics) app.use(countRequests(metrics));
  if (options.corsOrigins.length > 0) app.use(allowOrigins(options.corsOrigins));
  app.use(async (_, next) => {
    if (stopping.aborted) throw new Refusal(503, 'The service is stopping.');
    await next();
  });
  const quotas = createQuotas(options.limits, store.counterFor);
  for (const path of [assistantPath, forgetPath, messagesPath, searchPath, mcpPath])
    app.use(path, inTurn(options.turn));
  app.use(limitBody(options.takesPictures));
  const checkKey = createKeyCheck(options.configuredKeys, store, Date.now);
  const admit = createAdmission({ checkKey, quotas, trustedProxies: options.trustedProxies, logger });
  const threads = createThreads(store, options.requireThreadKey, Date.now);
  const sites = new Map(projects.map(({ project }) => [project.domain, project]));
  addAssistantRoute(app, { ...options, admit: admit.questions, quotas, threads, sites });
  addSearchRoute(app, { admit: admit.questions, sites, turn: options.turn });
  const text = readableBy('llms', projects);
  addDocsRoutes(app, { sites: text.sites, admit: admit.reading(text.ownerOf), turn: options.turn });
  options.addMore?.(app, { admit, quotas, threads }, options);
  addForgetRoute(app, { admit: admit.questions, store, sites });
  addMessagesRoute(app, { admit: admit.messages, store, sites });
  const byId = new Map(projects.map((entry) => [entry.project.settings.id, entry]));
  addUpdateRoutes(app, { projects: byId, admit: admit.updates, store });
  return getRequestListener(app.fetch, {
    // Load balancers that probe with HTTP/1.0 may send no Host.
    hostname: 'localhost',
    // The app handles its own errors; only requests without a valid URL end up here.
    errorHandler: () => toResponse(new Refusal(400, 'The address or the Host header of the request is not valid.')),
  });
}

function toRefusal(error: Error, context: Context, logger: Logger): Refusal {
  if (error instanceof Refusal) return error;
  // The client disconnected while sending, so nobody reads this response.
  if (context.req.raw.signal.aborted) return new Refusal(400, 'The request did not arrive.');
  logger.error({ err: error }, 'request failed');
  return new Refusal(500, 'The service failed. Its log says why.');
}

interface PersonRouteOptions {
  readonly sites: ReadonlyMap<string, Site>;
  readonly admit: MiddlewareHandler<Admitted>;
  readonly store: ServiceStore;
}

/** Where MCP clients ask; without a domain, of the only project that has it on. */
export const mcpPath = '/mcp/:domain?';

const forgetPath = '/v1/assistant/:domain/forget';

function addForgetRoute(app: Hono, { sites, admit, store }: PersonRouteOptions): void {
  app.post(forgetPath, admit, async (context) => {
    const caller = context.get('caller');
    const { domain, organization } = siteOf(context.req.param('domain'), caller, sites);
    const { fp } = await readBody(context, forgetBodySchema);
    return context.json({ threads: await store.forget({ domain, organization }, fp) });
  });
  app.all(forgetPath, refuseOtherMethods('POST'));
}

const messagesPath = '/v1/assistant/:domain/messages';

const maxMessages = 200;

/** What the asker with an `fp` and the assistant wrote to each other: of the threads that the forget operation would delete. */
function addMessagesRoute(app: Hono, { sites, admit, store }: PersonRouteOptions): void {
  app.get(messagesPath, admit, async (context) => {
    const caller = context.get('caller');
    const { domain, organization } = siteOf(context.req.param('domain'), caller, sites);
    const { fp, after, pageSize } = readQuery(context, messagesQuerySchema);
    const limit = Math.min(pageSize, maxMessages);
    const place = { domain, organization, groups: caller.groups };
    const found = await store.messagesOf({ ...place, fp, after, limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    const body: MessagesBody = { messages: page.map(toMessage), ...(last && { next: String(last.seq) }) };
    return context.json(body, 200, { 'cache-control': 'no-store' });
  });
  app.all(messagesPath, refuseOtherMethods('GET, HEAD'));
}

function toMessage({ threadId, role, text, writtenAt }: FoundMessage): MessagesBody['messages'][number] {
  return { threadId, role, content: text, createdAt: new Date(writtenAt).toISOString() };
}

interface SearchRouteOptions {
  readonly sites: ReadonlyMap<string, Site>;
  readonly admit: MiddlewareHandler<Admitted>;
  /** Resolves when it is this search's turn: one per turn of the event loop. */
  readonly turn: () => Promise<void>;
}

const searchPath = '/v1/search/:domain';

const maxPages = 20;

function addSearchRoute(app: Hono, { sites, admit, turn }: SearchRouteOptions): void {
  app.post(searchPath, admit, async (context) => {
    const caller = context.get('caller');
    const reading = servedBy(siteOf(context.req.param('domain'), caller, sites));
    const { query: question, pageSize, filter } = await readBody(context, searchBodySchema);
    await turn();
    const limit = Math.min(pageSize, maxPages);
    const found = await hybridSearch(reading, { question, before: [], limit, filter: filterOf(caller, filter) });
    return context.json(toSearchResults(toNearestPages(found, reading)));
  });
  app.all(searchPath, refuseOtherMethods('POST'));
}

interface UpdateRoutesOptions {
  /** By project id. */
  readonly projects: ReadonlyMap<string, UpdatableProject>;
  readonly admit: MiddlewareHandler<Admitted>;
  readonly store: ServiceStore;
}

const updatePath = '/v1/project/update/:projectId';
const statusPath = '/v1/project/update-status/:statusId';

/** Adds `POST /v1/project/update/{projectId}` and `GET /v1/project/update-status/{statusId}`. */
function addUpdateRoutes(app: Hono, { projects, admit, store }: UpdateRoutesOptions): void {
  app.post(updatePath, admit, async (context) => {
    const { organization } = context.get('caller');
    const updatable = projects.get(context.req.param('projectId'));
    if (!updatable) throw new Refusal(404, 'There is no such project.');
    if (updatable.project.organization !== organization) {
      throw new Refusal(403, 'This API key belongs to a different organization than this project.');
    }
    return context.json({ statusId: await updatable.updates.queue('api') }, 202);
  });
  app.all(updatePath, refuseOtherMethods('POST'));
  app.get(statusPath, admit, async (context) => {
    const { organization } = context.get('caller');
    const id = context.req.param('statusId');
    const update = isUlid(id) ? await store.findUpdate(id) : undefined;
    const isTheirs = update && projects.get(update.project)?.project.organization === organization;
    if (!isTheirs) throw new Refusal(404, 'There is no such update.');
    return context.json(toStatus(update));
  });
  app.all(statusPath, refuseOtherMethods('GET, HEAD'));
}

function toStatus(update: StoredUpdate): UpdateStatusBody {
  const { id, project, state, queuedAt, endedAt, summary, logs, source, commit } = update;
  return {
    _id: id,
    projectId: project,
    status: state,
    createdAt: new Date(queuedAt).toISOString(),
    ...(endedAt !== undefined && { endedAt: new Date(endedAt).toISOString() }),
    ...(summary !== undefined && { summary }),
    logs,
    source,
    ...(commit && toCommit(commit)),
  };
}

function toCommit({ author, ...commit }: StoredCommit): Pick<UpdateStatusBody, 'author' | 'commit'> {
  return { ...(author !== undefined && { author: { name: author } }), commit };
}
