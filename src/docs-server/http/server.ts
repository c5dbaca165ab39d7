/**
 * The port of the service. In: a listener, an address, limits. Out: an HTTP server that listens, and ends as it should.
 * Effects: a port, timers while it closes.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DocsServerError } from '../errors.ts';

/** Times in milliseconds. */
export interface ConnectionTimeouts {
  /** How long a request may take to arrive. */
  readonly requestMs: number;
  /** Connections on which nothing moves for that long are closed. */
  readonly idleMs: number;
}

/** Balancers keep connections for 60 seconds. They must be the first to close one, or lose the request that they send then. */
const keepAliveMs = 65_000;

/** A server that does not listen yet and has no patience with clients that are slow or silent. */
export function createHttpServer(listener: RequestListener, { requestMs, idleMs }: ConnectionTimeouts): Server {
  const limits = { requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: requestMs / 10 };
  const server = createServer({ ...limits, keepAliveTimeout: keepAliveMs }, listener);
  server.setTimeout(idleMs);
  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    // Headers go out in one piece with the first parts, which are said at once.
    response.flushHeaders = () => {};
  });
  return server;
}

/** The address that it listens on. Fails with DocsServerError: address_in_use, address_refused. */
export function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((fulfil, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toListenError(error, host, port)));
    server.listen(port, host, () => {
      // A server that listens on a port has an AddressInfo; only one on a pipe has a string.
      const { port: taken } = server.address() as AddressInfo;
      fulfil(`http://${host.includes(':') ? `[${host}]` : host}:${taken}`);
    });
  });
}

const remedies: Readonly<Record<string, string>> = {
  EACCES: 'this user may not take it; choose a port from 1024 on',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'nobody knows this name',
};

function toListenError(error: NodeJS.ErrnoException, host: string, port: number): DocsServerError {
  if (error.code === 'EADDRINUSE') {
    return new DocsServerError(
      'address_in_use',
      `Port ${port} on ${host} is taken: end the program that listens there, or choose another port.`,
      error,
    );
  }
  const sentence = `Port ${port} on ${host} cannot be listened on (${error.code}): ${remedies[error.code ?? ''] ?? 'choose another'}.`;
  return new DocsServerError('address_refused', sentence, error);
}

/** Readers that take longer for the rest of their answer are cut off. */
const cutOffMs = 1_000;

/** What tells a service to end. */
export interface Signals {
  /** No new requests, no more pauses. */
  readonly stopping: AbortController;
  /** Open answers end now. */
  readonly ending: AbortController;
}

/** Takes nothing new, gives open answers `stopMs`, ends them, frees the port. */
export async function closeServer(server: Server, { stopping, ending }: Signals, stopMs: number): Promise<void> {
  stopping.abort();
  const closed = new Promise((fulfil) => server.close(fulfil));
  const timers = [
    // What was busy when the server stopped would else be held open for its next request.
    setInterval(() => server.closeIdleConnections(), 20),
    setTimeout(() => ending.abort(), stopMs),
    setTimeout(() => server.closeAllConnections(), stopMs + cutOffMs),
  ];
  await closed;
  for (const timer of timers) clearTimeout(timer);
}
