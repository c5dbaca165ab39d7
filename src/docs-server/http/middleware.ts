/** What holds for every request: CORS, the size of the body, metrics. */
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { threadIdHeader, threadKeyHeader } from '../../wire/api.ts';
import { Refusal } from './requests.ts';

/** Metrics sink. */
export interface RequestMetrics {
  count(name: 'service_requests' | 'service_updates', labels: Readonly<Record<string, string>>): void;
}

/** Lets pages of these origins ask from a browser, and read the thread's headers. */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  return cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['authorization', 'content-type'],
    exposeHeaders: [threadIdHeader, threadKeyHeader, 'retry-after'],
    maxAge: 600,
  });
}

/** A conversation fits, a library does not. */
const maxBodyBytes = 1_000_000;

/** Content-Length is checked at once; a body without one is counted while it is read. */
export function limitBody(): MiddlewareHandler {
  const tooLarge = (): never => {
    throw new Refusal(413, `The body is too large: it may have ${maxBodyBytes / 1e6} MB.`);
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
    const operation = /\/(assistant|update-status|update)\//.exec(context.req.path)?.[1] ?? 'none';
    metrics.count('service_requests', { operation, status: String(context.res.status) });
  };
}
