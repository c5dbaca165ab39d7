/**
 * A documentation API on loopback for the real client: it records requests and responds as each test says. Everything
 * that it starts ends with the test.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Recording } from '../../kit/wire/recordings.ts';

export interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** The parsed body, or undefined if there was none. */
  readonly body: unknown;
  /** Resolves when the connection of this request is closed. */
  readonly closed: Promise<unknown>;
}

export interface Service {
  readonly url: string;
  readonly received: readonly Received[];
  /** The number of connections made. */
  connections(): number;
}

/** A service that handles every request in this way. It ends with the test. */
export async function startService(answer: (response: ServerResponse) => unknown): Promise<Service> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const closed = new Promise((resolve) => request.socket.once('close', resolve));
    const text = await readText(request);
    const { method, url: path, headers } = request;
    received.push({ method, path, headers, body: text === '' ? undefined : JSON.parse(text), closed });
    await answer(response);
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  });
  // The address of a TCP server is an object.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, connections: () => sockets.size };
}

/** Responds as recorded: status, headers, bytes. */
export function replay(recording: Recording): (response: ServerResponse) => void {
  return (response) => response.writeHead(recording.status, recording.headers).end(recording.body);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
