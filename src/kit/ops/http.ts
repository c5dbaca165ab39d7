/** The HTTP server for probes and metrics: /healthz, /readyz, /metrics, and listeners added by platforms. */
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { StoppableServer } from './stoppable-server.ts';

/** The state of one part; every state but `ready` means not ready. */
export interface PartHealth {
  readonly state: string;
  /** One plain sentence for the operator. Public. */
  readonly detail?: string;
  /** Shown, but not required for readiness. */
  readonly optional?: true;
}

/** Parts by name. */
export type Health = Readonly<Record<string, PartHealth>>;

export interface OpsOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly health: () => Health | Promise<Health>;
  readonly metrics: { text(): Promise<string>; readonly contentType: string };
  /**
   * By exact path, without a query. A listener gets Node's request with its body unread, since signatures cover the raw
   * bytes; it sends the response and handles its own failures.
   */
  readonly listeners?: Readonly<Record<string, RequestListener>>;
}

export interface OpsServer {
  /** The port it listens on. */
  readonly port: number;
  /** Stops listening, gives open requests a second to finish, then closes every connection. Resolves when all are closed. */
  close(): Promise<void>;
}

/** Requests that are still incomplete after this time are refused: so slow a client only holds the connection. */
const requestLimitMs = 10_000;
/** How long open requests may take to finish once the server closes. */
const closeGraceMs = 1_000;

/** Resolves once the server listens. Fails with Node's error, for instance if the port is in use. */
export async function createOpsServer(options: OpsOptions): Promise<OpsServer> {
  const { host, port, listeners = {} } = options;
  const byPath = new Map(Object.entries(listeners));
  // The global Request and Response stay untouched. Load balancers that speak HTTP/1.0 send no Host header.
  const probes = getRequestListener(createProbes(options).fetch, {
    overrideGlobalObjects: false,
    hostname: 'localhost',
  });
  const server = new StoppableServer(
    { headersTimeout: requestLimitMs, requestTimeout: requestLimitMs },
    (request, response) => {
      const listener = byPath.get(pathOf(request.url)) ?? probes;
      listener(request, response);
    },
  );
  server.listen(port, host);
  await once(server, 'listening');
  let closed: Promise<void> | undefined;
  return {
    port: portOf(server),
    close() {
      closed ??= close(server);
      return closed;
    },
  };
}

/** /healthz, /readyz and /metrics, for mounting on another server. */
export function createProbes({ health, metrics }: Pick<OpsOptions, 'health' | 'metrics'>): Hono {
  const app = new Hono();
  app.get('/healthz', (context) => context.json({ alive: true }));
  app.get('/readyz', async (context) => {
    const parts = await health();
    // `?parts=slack,store` checks only these, for a load balancer that does not depend on the others.
    const asked = context.req.query('parts')?.split(',') ?? Object.keys(parts);
    const ready = asked.every((name) => parts[name]?.state === 'ready' || parts[name]?.optional);
    return context.json({ ready, parts }, ready ? 200 : 503);
  });
  app.get('/metrics', async (context) => {
    const text = await metrics.text();
    return context.body(text, 200, { 'content-type': metrics.contentType });
  });
  // Reported to the caller; Hono's default handler would print it.
  app.onError((error, context) => context.json({ ready: false, error: error.name }, 500));
  return app;
}

function pathOf(url = '/'): string {
  return url.split('?', 1)[0] ?? '/';
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new TypeError('the server has no port');
  return address.port;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  // Idle connections are closed immediately.
  server.close();
  const grace = setTimeout(() => server.closeAllConnections(), closeGraceMs);
  await closed;
  clearTimeout(grace);
}
