/**
 * The routes of the service put together, and what holds for all of them: sizes, origins, addresses, failures. In: the
 * parts. Out: a hono app. Effects: those of its parts.
 */
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono, type MiddlewareHandler, type Next } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { Logger } from '../../base/logger.ts';
import type { ServiceStore } from '../../store/service/store.ts';
import { threadIdHeader, threadKeyHeader } from '../../wire/api.ts';
import type { Responder } from '../answers/responder.ts';
import { type ConfiguredKey, createKeyCheck } from '../keys.ts';
import type { UpdatableProject } from '../projects/update-queue.ts';
import { addAssistantRoute } from './assistant-route.ts';
import { clientAddress, createQuotas, type LimitSettings, quotaSentence } from './quotas.ts';
import { refuse } from './requests.ts';
import { createThreads } from './threads.ts';
import { addUpdateRoutes } from './update-routes.ts';

/** Answers what operators ask: alive, ready, counted. */
export type Probes = (request: Request) => Response | Promise<Response>;

/** Metrics sink. */
export interface RequestMetrics {
  count(name: 'service_requests' | 'service_updates', labels: Readonly<Record<string, string>>): void;
}

export interface AppOptions {
  readonly projects: readonly UpdatableProject[];
  readonly store: ServiceStore;
  readonly configuredKeys: readonly ConfiguredKey[];
  readonly limits: LimitSettings;
  readonly trustedProxies: number;
  readonly requireThreadKey: boolean;
  readonly corsOrigins: readonly string[];
  readonly respond: Responder;
  readonly answerMs: number;
  readonly stopping: AbortSignal;
  readonly ending: AbortSignal;
  readonly probes?: Probes;
  readonly metrics?: RequestMetrics;
  readonly logger: Logger;
}

/** What a request may hold: a conversation, no library. */
const maxBodyBytes = 1_000_000;

/** For whoever looks at the service's address in a browser, too. */
const noOperation =
  'There is no such operation. There are POST /v1/assistant/{domain}/message (or /v2/…), POST /v1/project/update/{id} and GET /v1/project/update-status/{statusId}.';

export function createServiceApp(options: AppOptions): Hono {
  const { projects, store, stopping, logger, probes, metrics } = options;
  const app = new Hono();
  if (probes) for (const path of ['/healthz', '/readyz', '/metrics']) app.get(path, ({ req }) => probes(req.raw));
  if (metrics) app.use(counting(metrics));
  if (options.corsOrigins.length > 0) app.use(crossOrigin(options.corsOrigins));
  app.use(async (context, next) => (stopping.aborted ? refuse(context, 503, 'The service is stopping.') : next()));
  const limits = createQuotas(options.limits, store.counterFor);
  app.use('/:version{v1|v2}/*', async (context, next) => {
    const excess = await limits.countRequest(addressOf(context, options.trustedProxies));
    return excess ? refuse(context, 429, quotaSentence(excess), excess.waitMs) : next();
  });
  app.use(limitingSize());
  const checkKey = createKeyCheck(options.configuredKeys, store, Date.now);
  addAssistantRoute(app, {
    ...options,
    ...{ checkKey, limits },
    sites: new Map(projects.map(({ project }) => [project.domain, project])),
    threads: createThreads(store, options.requireThreadKey, Date.now),
  });
  const byId = new Map(projects.map((each) => [each.project.settings.id, each]));
  addUpdateRoutes(app, { projects: byId, checkKey, store });
  app.notFound((context) => refuse(context, 404, noOperation));
  app.onError((error, context) => {
    // Its client left while it still sent, or was too slow: nobody hears what is said now.
    if (context.req.raw.signal.aborted) return refuse(context, 400, 'The request did not arrive.');
    logger.error({ err: error }, 'request failed');
    return refuse(context, 500, 'The service failed. Its log says why.');
  });
  return app;
}

/** Browsers ask only for pages of these origins, and may read the thread's headers. */
function crossOrigin(origins: readonly string[]): ReturnType<typeof cors> {
  return cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['authorization', 'content-type'],
    exposeHeaders: [threadIdHeader, threadKeyHeader, 'retry-after'],
    maxAge: 600,
  });
}

const tooLargeBody = `The body is too large: it may have ${maxBodyBytes / 1e6} MB.`;

/** A told length is compared, at once; a body that tells none is counted while it is read. */
function limitingSize(): MiddlewareHandler {
  const tooLarge = (context: Context): Response => refuse(context, 413, tooLargeBody);
  const count = bodyLimit({ maxSize: maxBodyBytes, onError: tooLarge });
  return async (context, next) => {
    const length = context.req.header('content-length');
    if (length === undefined) return count(context, next);
    return Number(length) > maxBodyBytes ? tooLarge(context) : next();
  };
}

function counting(metrics: RequestMetrics): (context: Context, next: Next) => Promise<void> {
  return async (context, next) => {
    await next();
    const operation = /\/(assistant|update-status|update)\//.exec(context.req.path)?.[1] ?? 'none';
    metrics.count('service_requests', { operation, status: String(context.res.status) });
  };
}

function addressOf(context: Context, proxies: number): string {
  const { address } = getConnInfo(context).remote;
  return clientAddress(address, context.req.header('x-forwarded-for'), proxies);
}
