/**
 * The HTTP server: timeouts, listening, stopping, and requests that Node rejects before the service sees them, which get
 * the same JSON error bodies as all other refusals.
 */
import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { StoppableServer } from '../../kit/ops/stoppable-server.ts';
import type { ErrorBody } from '../../kit/wire/api.ts';
import { DocsServerError } from '../errors.ts';

/** Times in milliseconds. */
export interface ConnectionTimeouts {
  /** How long a request may take to arrive. */
  readonly requestMs: number;
  /** Connections without traffic for this long are closed. */
  readonly idleMs: number;
}

/** Load balancers keep connections for 60 s and must close them first: a request sent into a closing one would be lost. */
const keepAliveMs = 65_000;

/** A server that is not listening yet. Slow and silent clients are disconnected. */
export function createHttpServer(listener: RequestListener, { requestMs, idleMs }: ConnectionTimeouts): Server {
  const limits = { requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: requestMs / 10 };
  const server = new StoppableServer({ ...limits, keepAliveTimeout: keepAliveMs }, listener);
  server.setTimeout(idleMs);
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    // Headers are sent together with the first parts, which follow immediately.
    response.flushHeaders = () => {};
    responses.set(socket, response);
  });
  // An unknown Expect header is ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const open = responses.get(socket);
    const isFree = !open || open.writableFinished || !open.headersSent;
    if (socket.writable && isFree) socket.write(refusalOf(error.code));
    socket.destroy(error);
  });
  return server;
}

/**
 * Requests that Node's parser rejects, by its code. Source: nodejs.org/api/http.html, "Event: 'clientError'", read
 * 2026-11-22.
 */
const parserRefusals: Readonly<Record<string, readonly [status: number, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

function refusalOf(code: string | undefined): string {
  const [status, error] = parserRefusals[code ?? ''] ?? [400, 'The request is not valid HTTP.'];
  const body = JSON.stringify({ error } satisfies ErrorBody);
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${headers.join('\r\n')}\r\n\r\n${body}`;
}

/** Resolves with the service's address. Fails with DocsServerError: address_in_use, address_refused. */
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
  EACCES: 'this user may not use it; choose a port from 1024 up',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'the name cannot be resolved',
};

function toListenError(error: NodeJS.ErrnoException, host: string, port: number): DocsServerError {
  if (error.code === 'EADDRINUSE') {
    return new DocsServerError(
      'address_in_use',
      `Port ${port} on ${host} is taken: stop the program that listens there, or choose another port.`,
      error,
    );
  }
  const sentence = `Cannot listen on port ${port} of ${host} (${error.code}): ${remedies[error.code ?? ''] ?? 'choose another'}.`;
  return new DocsServerError('address_refused', sentence, error);
}

/** Readers that need longer for the rest of an ended answer are disconnected. */
const cutOffMs = 1_000;

/** The two steps of a stop. */
export interface Signals {
  /** The first step: no new requests, and no more pauses in answers. */
  readonly stopping: AbortController;
  /** The second step: open answers end. */
  readonly ending: AbortController;
}

/** Refuses new requests, gives open answers `stopMs`, then ends them and frees the port. */
export async function closeServer(server: Server, { stopping, ending }: Signals, stopMs: number): Promise<void> {
  stopping.abort();
  const closed = new Promise((fulfil) => server.close(fulfil));
  const timers = [
    // A connection that was busy when the server stopped would be kept open for its next request.
    setInterval(() => server.closeIdleConnections(), 20),
    setTimeout(() => ending.abort(), stopMs),
    setTimeout(() => server.closeAllConnections(), stopMs + cutOffMs),
  ];
  await closed;
  for (const timer of timers) clearTimeout(timer);
}
