/** Middleware around every operation: CORS, the key, the address quota, the body size, metrics. */
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { clientAddress } from '../../kit/base/client-address.ts';
import type { Logger } from '../../kit/base/logger.ts';
import { threadIdHeader, threadKeyHeader } from '../../kit/wire/api.ts';
import { maxBase64Chars } from '../../kit/wire/pictures.ts';
import type { Caller, CheckKey, KeyKind } from '../keys.ts';
import { type Quotas, toQuotaRefusal } from './quotas.ts';
import { Refusal } from './requests.ts';

/** Metrics sink. */
export interface RequestMetrics {
  count(name: 'service_requests' | 'service_updates', labels: Readonly<Record<string, string>>): void;
}

/** What tracing libraries in a page add to its requests. Sources: w3.org/TR/trace-context, w3.org/TR/baggage, Sentry. */
const tracingHeaders = ['traceparent', 'tracestate', 'baggage', 'sentry-trace'];
/** What MCP clients add. Sources: modelcontextprotocol.io/specification/2026-07-28 and 2025-11-25, Streamable HTTP. */
const mcpHeaders = ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'last-event-id'];
/** By these, clients choose the decoder of an answer. */
const streamHeaders = ['x-vercel-ai-data-stream', 'x-vercel-ai-ui-message-stream'];

/** Lets scripts of these origins send requests from a browser and read the headers of answers. */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  return cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['authorization', 'content-type', ...tracingHeaders, ...mcpHeaders],
    exposeHeaders: [threadIdHeader, threadKeyHeader, 'retry-after', ...streamHeaders],
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

/** The variables of a request with a valid key. */
export interface Admitted {
  Variables: { caller: Caller };
}

export interface AdmissionOptions {
  readonly checkKey: CheckKey;
  readonly quotas: Quotas;
  /** How many trusted proxies are in front of the service. */
  readonly trustedProxies: number;
  readonly logger: Logger;
}

/** The id of callers without a key: those of an organization share one quota. */
export function nobodyIn(organization: string): string {
  return `nobody-${organization}`;
}

/** Lets requests with a valid key through, as middleware for one operation each. */
export interface Admission {
  /** Counts the request against its client's address. A request that is refused later is uncounted again. */
  readonly questions: MiddlewareHandler<Admitted>;
  /** Counts as questions are. */
  readonly messages: MiddlewareHandler<Admitted>;
  /** As `questions`, but without a key where the docs of the path's domain are public. `ownerOf`: of public docs. */
  reading(ownerOf: (domain: string) => string | undefined): MiddlewareHandler<Admitted>;
  /** Updates are not counted. */
  readonly updates: MiddlewareHandler<Admitted>;
}

/**
 * Wrong keys have a quota of their own: behind a proxy that is not trusted, all clients have the same address, and a stranger
 * must not use up the questions of those whose key is right.
 */
export function createAdmission({ checkKey, quotas, trustedProxies, logger }: AdmissionOptions): Admission {
  let isWarned = false;

  function addressOf(context: Context): string {
    const forwardedFor = context.req.header('x-forwarded-for');
    if (forwardedFor !== undefined && trustedProxies === 0 && !isWarned) {
      isWarned = true;
      logger.warn({ setting: 'TRUST_PROXY' }, 'X-Forwarded-For ignored: all clients behind the proxy share one quota');
    }
    return clientAddress(getConnInfo(context).remote.address, forwardedFor, trustedProxies);
  }

  async function admit(context: Context<Admitted>, kind: KeyKind, address: string): Promise<void> {
    const checked = await checkKey(context.req.header('authorization'), kind);
    if (!('status' in checked)) return context.set('caller', checked);
    const exceeded = await quotas.countWrongKey(address);
    if (exceeded) throw toQuotaRefusal(exceeded);
    const { status, sentence } = checked;
    throw new Refusal(status, sentence, status === 401 ? { 'www-authenticate': 'Bearer' } : {});
  }

  function counted(kind: KeyKind, ownerOf?: (domain: string) => string | undefined): MiddlewareHandler<Admitted> {
    return async (context, next) => {
      const address = addressOf(context);
      const owner = ownerOf?.(context.req.param('domain') ?? '');
      const isOpen = owner !== undefined && context.req.header('authorization') === undefined;
      if (isOpen) context.set('caller', { id: nobodyIn(owner), organization: owner, groups: [] });
      else await admit(context, kind, address);
      const exceeded = await quotas.countAddress(address);
      if (exceeded) throw toQuotaRefusal(exceeded);
      await next();
      if (context.error instanceof Refusal) await quotas.giveBackAddress(address);
    };
  }

  return {
    questions: counted('assistant'),
    messages: counted('messages'),
    reading: (ownerOf) => counted('assistant', ownerOf),
    async updates(context, next) {
      await admit(context, 'deploy', addressOf(context));
      await next();
    },
  };
}

/** Far more than a conversation. */
const maxTextBytes = 1_000_000;

/** Content-Length is checked immediately; a body without one is counted while it is read. */
export function limitBody(takesPictures: boolean): MiddlewareHandler {
  const maxBodyBytes = maxTextBytes + (takesPictures ? maxBase64Chars : 0);
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
  if (/^\/mcp(?:\/|$)/.test(path)) return 'mcp';
  const aside = /\/assistant\/[^/]+\/(forget|messages)$/.exec(path)?.[1];
  return aside ?? /\/(assistant|search|docs|update-status|update)\//.exec(path)?.[1] ?? 'none';
}
