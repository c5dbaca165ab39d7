/** The HTTP server for probes and metrics: /healthz, /readyz, /metrics, and the listeners that a platform adds. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';

/** One part's state; only `ready` is ready. */
export interface PartHealth {
  readonly state: string;
  /** One plain sentence for the operator. It is public. */
  readonly detail?: string;
  /** Shown, but not needed to be ready. */
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
   * By exact path, without a query. They get Node's request with its body unread, since signatures cover the raw bytes;
   * they answer it and handle their own failures.
   */
  readonly listeners?: Readonly<Record<string, RequestListener>>;
}

export interface OpsServer {
  /** The port that it listens on. */
  readonly port: number;
  /** Stops listening, gives open requests a second, then closes every connection. Resolves when all are closed. */
  close(): Promise<void>;
}

/** A request that is incomplete by then is refused: a client this slow only holds the connection. */
const requestLimitMs = 10_000;
/** How long open requests may take once the server closes. */
const closeGraceMs = 1_000;

/** Resolves when it listens. Fails with Node's error, for instance when the port is in use. */
export async function createOpsServer(options: OpsOptions): Promise<OpsServer> {
  const { host, port, listeners = {} } = options;
  const byPath = new Map(Object.entries(listeners));
  // The global Request and Response are not replaced. Load balancers that speak HTTP/1.0 send no Host header.
  const probes = getRequestListener(createProbes(options).fetch, {
    overrideGlobalObjects: false,
    hostname: 'localhost',
  });
  const server = createServer(
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

/** /healthz, /readyz and /metrics, to be mounted on another server. */
export function createProbes({ health, metrics }: Pick<OpsOptions, 'health' | 'metrics'>): Hono {
  const app = new Hono();
  app.get('/healthz', (context) => context.json({ alive: true }));
  app.get('/readyz', async (context) => {
    const parts = await health();
    // `?parts=slack,store`: of these alone, for a load balancer that has nothing to do with the others.
    const asked = context.req.query('parts')?.split(',') ?? Object.keys(parts);
    const ready = asked.every((name) => parts[name]?.state === 'ready' || parts[name]?.optional);
    return context.json({ ready, parts }, ready ? 200 : 503);
  });
  app.get('/metrics', async (context) => {
    const text = await metrics.text();
    return context.body(text, 200, { 'content-type': metrics.contentType });
  });
  // Reported to the caller; hono's default handler would print it.
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
  // Idle connections are closed at once.
  server.close();
  const grace = setTimeout(() => server.closeAllConnections(), closeGraceMs);
  await closed;
  clearTimeout(grace);
}
