/** A running service for one test, and questions to it. */
import { onTestFinished } from 'vitest';
import { type DocsServer, type DocsServerOptions, startDocsServer } from '../../src/service/service.ts';
import { silent, siteFolder } from './folder.ts';

export async function started(options: Partial<DocsServerOptions> = {}): Promise<DocsServer> {
  const server = await startDocsServer({ docsDir: siteFolder, domain: 'kettle', port: 0, logger: silent, ...options });
  onTestFinished(() => server.stop());
  return server;
}

/** How a question is sent; omitted fields are valid. */
export interface Request {
  readonly version?: 'v1' | 'v2';
  readonly domain?: string;
  readonly key?: string;
  readonly type?: string;
  readonly encoding?: string;
  readonly signal?: AbortSignal;
}

export function post(server: Pick<DocsServer, 'url' | 'key'>, body: unknown, request: Request = {}): Promise<Response> {
  const { version = 'v1', domain = 'kettle', key = server.key, type = 'application/json', encoding, signal } = request;
  return fetch(`${server.url}/${version}/assistant/${domain}/message`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': type,
      ...(encoding !== undefined && { 'content-encoding': encoding }),
    },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    ...(signal && { signal }),
  });
}

export function asking(question: string, more: object = {}): object {
  return { fp: 'reader-1', messages: [{ id: 'm1', role: 'user', content: question }], ...more };
}

/** The text of a v1 stream. */
export function textOf(stream: string): string {
  return stream
    .split('\n')
    .flatMap((line) => (line.startsWith('0:') ? [JSON.parse(line.slice(2))] : []))
    .join('');
}
