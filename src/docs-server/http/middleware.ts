/** Middleware around every operation: CORS, the address quota, the body size, metrics. */
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { threadIdHeader, threadKeyHeader } from '../../wire/api.ts';
import { clientAddress, type Quotas, toQuotaRefusal } from './quotas.ts';
import { Refusal } from './requests.ts';

/** Metrics sink. */
export interface RequestMetrics {
  count(name: 'service_requests' | 'service_updates', labels: Readonly<Record<string, string>>): void;
}

/** Lets scripts of these origins send requests from a browser and read the thread headers. */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  return cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['authorization', 'content-type'],
    exposeHeaders: [threadIdHeader, threadKeyHeader, 'retry-after'],
    maxAge: 600,
  });
}

/** Handles concurrent requests in separate turns of the event loop, so that other work can run between. */
export function inTurn(turn: () => Promise<void>): MiddlewareHandler {
  return async (_, next) => {
    await turn();
    await next();
  };
}

/**
 * Counts a request against its client's address before anything else. A refused request is uncounted again, unless its key
 * was refused. `proxies`: how many trusted proxies are in front of the service.
 */
export function limitAddress(quotas: Quotas, proxies: number): MiddlewareHandler {
  return async (context, next) => {
    const connection = getConnInfo(context).remote.address;
    const address = clientAddress(connection, context.req.header('x-forwarded-for'), proxies);
    const exceeded = await quotas.countAddress(address);
    if (exceeded) throw toQuotaRefusal(exceeded);
    await next();
    const { error } = context;
    if (error instanceof Refusal && error.status !== 401 && error.status !== 403) await quotas.giveBackAddress(address);
  };
}

/** Far more than a conversation. */
const maxBodyBytes = 1_000_000;

/** Content-Length is checked immediately; a body without one is counted while it is read. */
export function limitBody(): MiddlewareHandler {
  const tooLarge = (): never => {
    throw new Refusal(413, `The body is too large: the limit is ${maxBodyBytes / 1e6} MB.`);
  };
  const count = bodyLimit({ maxSize: maxBodyBytes, onError: tooLarge });
  return async (context, next) => {
    const length = context.req.header('content-length');
    if (length === undefined) return count(context, next);
    return Number(length) > maxBodyBytes ? tooLarge() : next();
  };
}

export function countRequests(metrics: RequestMetrics): MiddlewareHandler {
  return async (context: Context, next) => {
    await next();
    metrics.count('service_requests', { operation: operationOf(context.req.path), status: String(context.res.status) });
  };
}

function operationOf(path: string): string {
  if (/\/assistant\/[^/]+\/forget$/.test(path)) return 'forget';
  return /\/(assistant|search|update-status|update)\//.exec(path)?.[1] ?? 'none';
}
