import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createOpsServer, type Health, type OpsOptions, type OpsServer } from '../../../src/kit/ops/http.ts';
import { createMetrics } from '../../../src/kit/ops/metrics.ts';

const open: OpsServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function start(options: Partial<OpsOptions> = {}): Promise<{ server: OpsServer; url: string }> {
  const rest = { host: '127.0.0.1', port: 0, health: () => ({}), metrics: createMetrics() };
  const server = await createOpsServer({ ...rest, ...options });
  open.push(server);
  return { server, url: `http://127.0.0.1:${server.port}` };
}

describe('the probes', () => {
  it('report that the process is alive, whatever the state of its parts', async () => {
    const { url } = await start({ health: () => ({ slack: { state: 'dead' } }) });
    const answer = await fetch(`${url}/healthz`);
    expect([answer.status, await answer.json()]).toEqual([200, { alive: true }]);
  });

  it('answer a load balancer that sends no Host header', async () => {
    const { server } = await start();
    const socket = connect(server.port, '127.0.0.1').setEncoding('utf8');
    socket.write('GET /healthz HTTP/1.0\r\n\r\n');
    const said: string[] = [];
    for await (const text of socket) said.push(text);
    expect(said.join('')).toMatch(/ 200 OK\r\n[\s\S]*\{"alive":true\}$/);
  });

  it('report ready when every part is ready', async () => {
    const parts: Health = { slack: { state: 'ready' }, store: { state: 'ready' } };
    const { url } = await start({ health: async () => parts });
    const answer = await fetch(`${url}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([200, { ready: true, parts }]);
  });

  it.each(['starting', 'reconnecting', 'dead'])('respond with 503 and name the part that is %s', async (state) => {
    const parts: Health = { slack: { state: 'ready' }, discord: { state, detail: 'Reset the token.' } };
    const { url } = await start({ health: () => parts });
    const answer = await fetch(`${url}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([503, { ready: false, parts }]);
  });

  it('can be limited to the parts that a client depends on', async () => {
    const { url } = await start({ health: () => ({ slack: { state: 'ready' }, discord: { state: 'dead' } }) });
    const statuses = await Promise.all(
      ['slack', 'slack,discord', 'matrix'].map(async (parts) => (await fetch(`${url}/readyz?parts=${parts}`)).status),
    );
    expect(statuses).toEqual([200, 503, 503]);
  });

  it('are evaluated each time', async () => {
    let state = 'ready';
    const { url } = await start({ health: () => ({ slack: { state } }) });
    const first = await fetch(`${url}/readyz`);
    state = 'dead';
    const second = await fetch(`${url}/readyz`);
    await Promise.all([first.text(), second.text()]);
    expect([first.status, second.status]).toEqual([200, 503]);
  });

  it('are not ready when health cannot be read, and reveal only the kind of error', async () => {
    const { url } = await start({ health: () => Promise.reject(new TypeError('a secret')) });
    const answer = await fetch(`${url}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([500, { ready: false, error: 'TypeError' }]);
  });

  it('expose the metrics as text', async () => {
    const metrics = createMetrics();
    metrics.count('deployments', { platform: 'slack', state: 'succeeded' });
    const { url } = await start({ metrics });
    const answer = await fetch(`${url}/metrics`);
    expect(answer.headers.get('content-type')).toBe(metrics.contentType);
    expect(await answer.text()).toContain('docent_deployments_total{platform="slack",state="succeeded"} 1');
  });

  it('respond with 404 to anything else', async () => {
    const { url } = await start();
    const answer = await fetch(`${url}/slack/events`, { method: 'POST', body: '{}' });
    await answer.text();
    expect(answer.status).toBe(404);
  });

  it('leave the global Request and Response unchanged', async () => {
    const before = [Request, Response];
    await start();
    expect([Request, Response]).toEqual(before);
  });
});

describe("a platform's listener", () => {
  async function sign(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.setHeader('x-method', request.method ?? '');
    response.end(createHmac('sha256', 'secret').update(Buffer.concat(chunks)).digest('hex'));
  }
  const listeners = {
    '/slack/events': (request: IncomingMessage, response: ServerResponse) => void sign(request, response),
  };

  it('gets the raw bytes of a request to its path, whatever its method and query', async () => {
    const { url } = await start({ listeners });
    const body = '{"é": 1,  "unchanged":true}';
    const answer = await fetch(`${url}/slack/events?x=1`, { method: 'PUT', body });
    expect(answer.headers.get('x-method')).toBe('PUT');
    expect(await answer.text()).toBe(createHmac('sha256', 'secret').update(body).digest('hex'));
  });

  it('gets no other path, and the probes keep working', async () => {
    const { url } = await start({ listeners });
    const statuses = await Promise.all(
      ['/slack/events/more', '/slack', '/healthz'].map(async (path) => {
        const answer = await fetch(url + path);
        await answer.text();
        return answer.status;
      }),
    );
    expect(statuses).toEqual([404, 404, 200]);
  });
});

describe('the server', () => {
  it('fails when its port is in use', async () => {
    const { server } = await start();
    const second = createOpsServer({
      host: '127.0.0.1',
      port: server.port,
      health: () => ({}),
      metrics: createMetrics(),
    });
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('closes the port and idle connections, and can be closed twice', async () => {
    const { server, url } = await start();
    const idle = connect(server.port, '127.0.0.1');
    await once(idle, 'connect');
    await (await fetch(`${url}/healthz`)).text();
    await Promise.all([server.close(), server.close(), once(idle, 'close')]);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it('lets an open request finish while it closes, and cuts off one that does not', async () => {
    const waiting: ServerResponse[] = [];
    const { server, url } = await start({
      listeners: { '/wait': (_request, response) => void waiting.push(response) },
    });
    const [one, other] = [fetch(`${url}/wait`), fetch(`${url}/wait`)];
    await expect.poll(() => waiting.length).toBe(2);
    const closed = server.close();
    waiting[0]?.end('answered');
    const results = await Promise.allSettled([one, other]);
    await closed;
    expect(results.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
