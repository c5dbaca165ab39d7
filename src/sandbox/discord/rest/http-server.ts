/**
 * The HTTP server on 127.0.0.1 that the REST API and the gateway share. In: what answers. Out: its port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Answer, Request } from './api.ts';

/** What the server serves. */
export interface HttpServerOptions {
  readonly answer: (request: Request) => Promise<Answer>;
  /** A WebSocket begins. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** A defect of the sandbox itself. */
  readonly onDefect: (error: unknown) => void;
  readonly stopped: AbortSignal;
}

/** Listens on a free port. `close` breaks what is open. */
export async function startHttpServer(options: HttpServerOptions): Promise<{ port: number; close(): Promise<void> }> {
  const { stopped } = options;
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      if (!stopped.aborted) options.onDefect(error);
      response.destroy();
    });
  });
  server.on('upgrade', options.upgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, close };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await options.answer({
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      authorization: request.headers.authorization,
      body: await text(request),
    });
    if (answer.broken === 'never' && !stopped.aborted)
      await new Promise((resolve) => stopped.addEventListener('abort', resolve, { once: true }));
    if (answer.broken) response.destroy();
    else response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  async function close(): Promise<void> {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
}
