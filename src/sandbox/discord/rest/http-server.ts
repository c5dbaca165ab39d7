/** The HTTP server on 127.0.0.1 that the REST API and the gateway share. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ApiRequest, ApiResponse } from './api.ts';

export interface HttpServerOptions {
  readonly handle: (request: ApiRequest) => Promise<ApiResponse>;
  /** The content of an attachment, by the path of its address. */
  readonly download: (path: string) => Buffer | undefined;
  /** For WebSockets. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Called for a defect of the sandbox itself. */
  readonly onDefect: (error: unknown) => void;
  readonly stopped: AbortSignal;
}

/** Listens on a free port. `close` breaks open connections. */
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
    if (request.url?.startsWith('/attachments/')) return download(request.url, response);
    const result = await options.handle({
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      authorization: request.headers.authorization,
      body: await text(request),
    });
    if (result.connection === 'hangs' && !stopped.aborted)
      await new Promise((resolve) => stopped.addEventListener('abort', resolve, { once: true }));
    if (result.connection) response.destroy();
    else response.writeHead(result.status, result.headers).end(result.body);
  }

  function download(path: string, response: ServerResponse): void {
    const content = options.download(path);
    response.writeHead(content ? 200 : 404).end(content);
  }

  async function close(): Promise<void> {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
}
