/** The update operation on loopback, which responds as a test says and records requests. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface DeployService {
  readonly url: string;
  /** Every request, `POST /v1/…`. */
  readonly log: readonly string[];
  readonly triggered: number;
  /** The status from now on; undefined means that there is none. */
  status: object | undefined;
  /** How the update operation responds: by default 202 with a status id; `hang`: not at all. */
  answer: { readonly status: number; readonly body: string } | 'hang' | undefined;
  stop(): Promise<void>;
}

export async function startDeployService(): Promise<DeployService> {
  const log: string[] = [];
  let triggered = 0;
  const server = createServer((request, response) => {
    log.push(`${request.method} ${request.url}`);
    if (request.url?.includes('/project/update/')) trigger(response);
    else if (service.status) send(response, 200, JSON.stringify(service.status));
    else send(response, 404, '{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // the address of a TCP server is an object
  const service: DeployService = {
    url: `http://127.0.0.1:${port}`,
    log,
    get triggered() {
      return triggered;
    },
    status: { status: 'queued' },
    answer: undefined,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;

  function trigger(response: ServerResponse): void {
    triggered += 1;
    if (service.answer === 'hang') return;
    const { status = 202, body = JSON.stringify({ statusId: `st-${triggered}` }) } = service.answer ?? {};
    send(response, status, body);
  }
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': body.startsWith('<') ? 'text/html' : 'application/json' }).end(body);
}
