import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/kit/base/clock.ts';
import { callWithin } from '../../../src/kit/base/http-call.ts';
import { createManualClock } from '../../fakes/clock.ts';

describe('an API call', () => {
  let server: Server | undefined;

  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function serve(listener: RequestListener): Promise<string> {
    server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // a TCP server's address is an object
    return `http://127.0.0.1:${port}`;
  }

  it('sends method, headers and body, and receives status, headers and body', async () => {
    const url = await serve(async (request, response) => {
      let body = '';
      for await (const piece of request) body += piece;
      response.writeHead(403, { 'x-said': `${request.method} ${request.url} ${request.headers['x-key']}` }).end(body);
    });
    const call = { method: 'PATCH', headers: { 'x-key': 'k' }, body: 'wörds' };
    const response = await callWithin(systemClock, 10_000, `${url}/a?b=c`, call);
    expect(response.status).toBe(403);
    expect(response.headers.get('X-Said')).toBe('PATCH /a?b=c k');
    expect(await response.text()).toBe('wörds');
  });

  it('accepts a response without a body, and does not follow a redirect', async () => {
    const url = await serve((request, response) => {
      response.writeHead(request.url === '/moved' ? 302 : 204, { location: '/' }).end();
    });
    expect((await callWithin(systemClock, 10_000, url)).status).toBe(204);
    expect((await callWithin(systemClock, 10_000, `${url}/moved`)).status).toBe(302);
  });

  it('fails at its deadline, even after part of the body has arrived', async () => {
    const clock = createManualClock();
    const url = await serve((_, response) => {
      response.write('half');
      void clock.advance(5_000);
    });
    await expect(callWithin(clock, 5_000, url)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('reports a refused connection as such', async () => {
    const url = await serve(() => undefined);
    server?.close();
    await expect(callWithin(systemClock, 10_000, url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

it.each([
  ['NODE_USE_ENV_PROXY', '1'],
  ['NODE_OPTIONS', '--use-env-proxy'],
])('a call goes through the proxy of HTTP_PROXY if %s enables it for Node', async (name, value) => {
  const asked: (string | undefined)[] = [];
  const proxy = createServer((request, response) => {
    asked.push(request.url);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  const { port } = proxy.address() as AddressInfo; // a TCP server's address is an object
  const program = `import { callWithin } from ${JSON.stringify(import.meta.resolve('../../../src/kit/base/http-call.ts'))};
    import { systemClock } from ${JSON.stringify(import.meta.resolve('../../../src/kit/base/clock.ts'))};
    await callWithin(systemClock, 10_000, 'http://api.example/x').catch(() => {});
    process.exit();`;
  const env = { PATH: process.env.PATH, HTTP_PROXY: `http://127.0.0.1:${port}`, [name]: value };
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { env });
  expect(asked).toEqual(['http://api.example/x']);
});
