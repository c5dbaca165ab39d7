/** The routes of the service: probes and operations, and how failures become error responses. */
import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { Logger } from '../../kit/base/logger.ts';
import type { Responder } from '../answers/responder.ts';
import { type ConfiguredKey, createKeyCheck } from '../keys.ts';
import type { UpdatableProject } from '../projects/update-queue.ts';
import type { ServiceStore } from '../store/store.ts';
import { addAssistantRoute, assistantPath } from './assistant-route.ts';
import { addForgetRoute, forgetPath } from './forget-route.ts';
import { allowOrigins, countRequests, createAdmission, inTurn, limitBody, type RequestMetrics } from './middleware.ts';
import { createQuotas, type LimitSettings } from './quotas.ts';
import { Refusal, toResponse } from './requests.ts';
import { addSearchRoute, searchPath } from './search-route.ts';
import { createThreads } from './threads.ts';
import { addUpdateRoutes } from './update-routes.ts';

/** Answers /healthz, /readyz and /metrics. */
export type Probes = (request: Request) => Response | Promise<Response>;

export interface AppOptions {
  readonly projects: readonly UpdatableProject[];
  readonly store: ServiceStore;
  readonly configuredKeys: readonly ConfiguredKey[];
  readonly limits: LimitSettings;
  readonly trustedProxies: number;
  readonly requireThreadKey: boolean;
  readonly corsOrigins: readonly string[];
  readonly respond: Responder;
  /** Resolves when it is this request's or search's turn: one per turn of the event loop. */
  readonly turn: () => Promise<void>;
  readonly answerMs: number;
  readonly stopping: AbortSignal;
  readonly ending: AbortSignal;
  readonly probes?: Probes;
  readonly metrics?: RequestMetrics;
  readonly logger: Logger;
}

/** Also shown to people who open the service's address in a browser. */
const noOperation =
  'There is no such operation. The operations are POST /v1/assistant/{domain}/message (or /v2/…), POST /v1/assistant/{domain}/forget, POST /v1/search/{domain}, POST /v1/project/update/{id} and GET /v1/project/update-status/{statusId}.';

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
  for (const path of [assistantPath, forgetPath, searchPath]) app.use(path, inTurn(options.turn));
  app.use(limitBody());
  const checkKey = createKeyCheck(options.configuredKeys, store, Date.now);
  const admit = createAdmission({ checkKey, quotas, trustedProxies: options.trustedProxies, logger });
  const threads = createThreads(store, options.requireThreadKey, Date.now);
  const sites = new Map(projects.map(({ project }) => [project.domain, project]));
  addAssistantRoute(app, { ...options, admit: admit.questions, quotas, threads, sites });
  addSearchRoute(app, { admit: admit.questions, sites, turn: options.turn });
  addForgetRoute(app, { admit: admit.questions, store, sites });
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
