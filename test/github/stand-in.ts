/** A stand-in for GitHub's issues API on loopback: accepts and refuses requests as GitHub does, and records them. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Filed {
  readonly title: string;
  readonly body: string;
  readonly html_url: string;
}

export interface GithubStandIn {
  readonly apiUrl: string;
  readonly filed: readonly Filed[];
  /** Method and path of each request. */
  readonly requests: readonly string[];
  /** Refuses the next request. */
  refuseNext(status: number, headers?: Readonly<Record<string, string>>): void;
  /** Files the next issue, but drops the connection instead of responding. */
  loseNext(): void;
}

export const repository = 'acme/docs';
export const token = 'github_pat_test';

export async function startGithub(): Promise<GithubStandIn> {
  const filed: Filed[] = [];
  const requests: string[] = [];
  let refusal: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined;
  let isLost = false;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://github.test');
    requests.push(`${request.method} ${url.pathname}`);
    const sent = await readJson(request);
    if (refusal) {
      const { status, headers } = refusal;
      refusal = undefined;
      return answer(response, status, { message: 'refused', documentation_url: 'https://docs.github.com' }, headers);
    }
    if (request.headers.authorization !== `Bearer ${token}`)
      return answer(response, 401, { message: 'Bad credentials' });
    if (url.pathname !== `/repos/${repository}/issues`) return answer(response, 404, { message: 'Not Found' });
    if (request.method === 'GET') return answer(response, 200, filed.toReversed());
    if (typeof sent.title !== 'string' || typeof sent.body !== 'string')
      return answer(response, 422, { message: 'Validation Failed' });
    const issue = { ...sent, html_url: `https://github.test/${repository}/issues/${filed.length + 1}` } as Filed;
    filed.push(issue);
    if (!isLost) return answer(response, 201, issue);
    isLost = false;
    return void request.socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // a TCP server's address is an object
  return {
    apiUrl: `http://127.0.0.1:${port}`,
    filed,
    requests,
    refuseNext: (status, headers = {}) => {
      refusal = { status, headers };
    },
    loseNext: () => {
      isLost = true;
    },
  };
}

async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  let text = '';
  for await (const piece of request) text += piece;
  return text === '' ? {} : JSON.parse(text);
}

function answer(response: ServerResponse, status: number, body: object, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}
