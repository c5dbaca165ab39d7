/**
 * The one HTTP server: is it alive, is it ready, what did it count; and whatever a platform listens to. In: a health, the
 * metrics, listeners by path. Out: answers to probes. Effects: a listening socket until `close`.
 */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';

/** One part's state; only `ready` is ready. */
export interface PartHealth {
  readonly state: string;
  /** One plain sentence for the operator. Everybody may read it. */
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
   * By exact path, without a query. They get Node's own request, its body unread, since a signature is made of the raw
   * bytes; they answer it and see to their own failures.
   */
  readonly listeners?: Readonly<Record<string, RequestListener>>;
}

export interface OpsServer {
  /** The port that it listens on. */
  readonly port: number;
  /** Listens no more, gives open requests a second, then closes every connection. Resolves when all are closed. */
  close(): Promise<void>;
}

/** A request that has not come whole by then is refused: whoever sends so slowly only holds the connection. */
const requestLimitMs = 10_000;
/** How long open requests may take once the server closes. */
const closeGraceMs = 1_000;

/** Resolves when it listens. Fails with Node's own error, for instance when the port is taken. */
export async function createOpsServer(options: OpsOptions): Promise<OpsServer> {
  const { host, port, listeners = {} } = options;
  const byPath = new Map(Object.entries(listeners));
  // The process' own Request and Response stay as they are. Balancers that speak HTTP/1.0 name no host.
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

/** /healthz, /readyz and /metrics alone, for a server that somebody else runs. */
export function createProbes({ health, metrics }: Pick<OpsOptions, 'health' | 'metrics'>): Hono {
  const app = new Hono();
  app.get('/healthz', (context) => context.json({ alive: true }));
  app.get('/readyz', async (context) => {
    const parts = await health();
    const ready = Object.values(parts).every((part) => part.state === 'ready' || part.optional);
    return context.json({ ready, parts }, ready ? 200 : 503);
  });
  app.get('/metrics', async (context) => {
    const text = await metrics.text();
    return context.body(text, 200, { 'content-type': metrics.contentType });
  });
  // Told to whoever probes; hono's own answer would print it.
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
