import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createHttp, type Http, HttpFailure, type HttpOptions } from '../../../src/bot/docs-api/http.ts';
import { recording } from '../../kit/wire/recordings.ts';
import { replay, startService } from './service.ts';

function client(baseUrl: string, options: Partial<HttpOptions> = {}): Http {
  const http = createHttp({ baseUrl, key: 'secret-key', ...options });
  onTestFinished(() => http.close());
  return http;
}

async function get(http: Http, signal = new AbortController().signal): Promise<string> {
  const response = await http.send({ method: 'GET', path: '/x', signal });
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function failureOf(promise: Promise<unknown>): Promise<HttpFailure> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof HttpFailure) return error;
  throw new Error('no HttpFailure', { cause: error });
}

describe('a request', () => {
  test('is sent with its key to a base URL with a path', async () => {
    const service = await startService((response) => response.end('ok'));
    const http = client(`${service.url}/discovery/`);
    const signal = new AbortController().signal;
    const response = await http.send({ method: 'POST', path: '/v1/ask?x=1', body: { a: 'ü' }, signal });
    response.leave();
    expect(service.received).toMatchObject([
      {
        method: 'POST',
        path: '/discovery/v1/ask?x=1',
        headers: { authorization: 'Bearer secret-key', 'content-type': 'application/json' },
        body: { a: 'ü' },
      },
    ]);
  });

  test('reuses the connection of the previous one', async () => {
    const service = await startService((response) => response.end('ok'));
    const http = client(service.url);
    for (let count = 0; count < 3; count += 1) {
      expect(await get(http)).toBe('ok');
      // The connection is free again a moment after the last byte.
      await setImmediate();
    }
    expect(service.connections()).toBe(1);
  });

  test('does not use the global dispatcher', async () => {
    const slot = Symbol.for('undici.globalDispatcher.2');
    const before: unknown = Reflect.get(globalThis, slot);
    const service = await startService((response) => response.end('ok'));
    await get(client(service.url));
    expect(Reflect.get(globalThis, slot)).toBe(before);
  });
});

describe('a refusal', () => {
  test.each([
    ['v1-http-400.txt', 'rejected', 'Invalid request body', undefined],
    ['v1-http-401.txt', 'unauthorized', 'Unauthorized', undefined],
    ['v1-http-402.txt', 'out_of_credits', 'The credit balance of this organization is used up. 残高不足', undefined],
    ['v1-http-404.txt', 'not_found', 'Thread not found', undefined],
    ['v1-http-429.txt', 'rate_limited', 'Rate limit exceeded, retry in 17 seconds', 17_000],
    ['v1-http-502.txt', 'unavailable', 'status 502', undefined],
  ])('%s is %s', async (name, code, message, waitMs) => {
    const service = await startService(replay(recording(name)));
    const failure = await failureOf(get(client(service.url)));
    expect(failure).toMatchObject({ code, message, waitMs, status: recording(name).status });
  });

  test.each([
    [403, 'unauthorized'],
    [302, 'rejected'],
    [408, 'unavailable'],
    [409, 'rejected'],
    [413, 'too_long'],
    [422, 'rejected'],
    [429, 'rate_limited'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [504, 'unavailable'],
  ])('with status %i and no body is %s', async (status, code) => {
    const service = await startService((response) => response.writeHead(status).end());
    expect(await failureOf(get(client(service.url)))).toMatchObject({ code, status, waitMs: undefined });
  });

  test('with an endless body is read only at its beginning', async () => {
    const service = await startService((response) => response.writeHead(500).write('x'.repeat(100_000)));
    expect(await failureOf(get(client(service.url)))).toMatchObject({ code: 'unavailable', message: 'status 500' });
    await service.received[0]?.closed;
  });

  test('with a stalled body counts by its status after the timeout', async () => {
    const service = await startService((response) => response.writeHead(401).write('{"err'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const hasStatus = Promise.withResolvers<unknown>();
    subscribe('undici:request:headers', hasStatus.resolve);
    onTestFinished(() => void unsubscribe('undici:request:headers', hasStatus.resolve));
    const failure = failureOf(get(client(service.url, { firstByteMs: 60 })));
    await hasStatus.promise;
    await setImmediate();
    vi.advanceTimersByTime(60);
    expect(await failure).toMatchObject({ code: 'unauthorized', message: 'status 401' });
  });

  test('with a body that is cut off counts by its status', async () => {
    const service = await startService((response) => {
      response.writeHead(402).write('{"err', () => response.destroy());
    });
    expect(await failureOf(get(client(service.url)))).toMatchObject({ code: 'out_of_credits' });
  });
});

describe('a service that is silent', () => {
  test('times out before the first header', async () => {
    const service = await startService(() => undefined);
    expect(await failureOf(get(client(service.url, { firstByteMs: 60 })))).toMatchObject({ code: 'timed_out' });
    await service.received[0]?.closed;
  });

  test('times out between headers and first byte', async () => {
    const service = await startService((response) => response.flushHeaders());
    expect(await failureOf(get(client(service.url, { firstByteMs: 60 })))).toMatchObject({ code: 'timed_out' });
    await service.received[0]?.closed;
  });

  test('times out in the middle of the body', async () => {
    const service = await startService((response) => response.write('a'));
    expect(await failureOf(get(client(service.url, { idleMs: 60 })))).toMatchObject({ code: 'timed_out' });
    await service.received[0]?.closed;
  });

  describe('and then continues', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    /** A body that continues when the test says so. */
    async function begun(options: Partial<HttpOptions>) {
      const responses: ServerResponse[] = [];
      const service = await startService((response) => {
        responses.push(response);
        response.write('a');
      });
      const { body } = await client(service.url, options).send({
        method: 'GET',
        path: '/',
        signal: new AbortController().signal,
      });
      const chunks = body[Symbol.asyncIterator]();
      const next = async () => Buffer.from((await chunks.next()).value ?? '').toString();
      expect(await next()).toBe('a');
      return { service, next, write: (text: string) => responses[0]?.write(text), end: () => responses[0]?.end() };
    }

    test('counts as alive with every byte, until the total timeout', async () => {
      const { service, next, write } = await begun({ firstByteMs: 150, idleMs: 150, totalMs: 400 });
      for (const text of ['b', 'c', 'd']) {
        const read = next();
        vi.advanceTimersByTime(100);
        write(text);
        expect(await read).toBe(text);
      }
      const failure = failureOf(next());
      vi.advanceTimersByTime(100);
      expect((await failure).code).toBe('timed_out');
      await service.received[0]?.closed;
    });

    test('does not time out while nothing reads', async () => {
      const { next, write, end } = await begun({ idleMs: 150 });
      vi.advanceTimersByTime(1_000);
      write('b');
      expect(await next()).toBe('b');
      vi.advanceTimersByTime(1_000);
      end();
      expect(await next()).toBe('');
    });

    test('gets no more time after a pause of the reader', async () => {
      const { next, write } = await begun({ idleMs: 150 });
      write('b');
      expect(await next()).toBe('b');
      write('c');
      expect(await next()).toBe('c');
      vi.advanceTimersByTime(1_000);
      const failure = failureOf(next());
      vi.advanceTimersByTime(100);
      vi.advanceTimersByTime(100);
      expect((await failure).code).toBe('timed_out');
    });
  });
});

describe('a connection', () => {
  test('that is refused has sent nothing', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    server.close();
    await once(server, 'close');
    const port = typeof address === 'object' ? address?.port : undefined;
    const failure = await failureOf(get(client(`http://127.0.0.1:${port}`)));
    expect(failure).toMatchObject({ code: 'unavailable', arrived: 'no', status: undefined });
  });

  test('that closes without a response may have sent the request', async () => {
    const service = await startService((response) => response.destroy());
    expect(await failureOf(get(client(service.url)))).toMatchObject({ code: 'unavailable', arrived: 'unknown' });
  });

  test('to something that does not speak HTTP is unavailable', async () => {
    const server = createServer((socket) => socket.on('error', () => undefined).end('SSH-2.0-nope\r\n'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    expect(await failureOf(get(client(`http://127.0.0.1:${port}`)))).toMatchObject({ code: 'unavailable' });
  });

  test('that breaks halfway cuts the body off', async () => {
    const service = await startService((response) => response.write('half', () => response.destroy()));
    expect(await failureOf(get(client(service.url)))).toMatchObject({ code: 'cut_off' });
  });
});

test('a body of more than 64 MiB is cut off', async () => {
  const service = await startService((response) => response.end(Buffer.alloc(65 * 1024 * 1024)));
  const http = client(service.url);
  const response = await http.send({ method: 'GET', path: '/', signal: new AbortController().signal });
  let bytes = 0;
  async function count(): Promise<void> {
    for await (const chunk of response.body) bytes += chunk.length;
  }
  expect(await failureOf(count())).toMatchObject({ code: 'cut_off' });
  expect(bytes).toBeLessThanOrEqual(64 * 1024 * 1024);
});

describe('a caller that stops early', () => {
  test('closes the connection with the signal, before the headers and during the body', async () => {
    for (const begin of [() => undefined, (response: ServerResponse) => response.write('a')]) {
      const service = await startService(begin);
      const stop = new AbortController();
      const got = failureOf(get(client(service.url), stop.signal));
      while (service.received.length === 0) await setTimeout(5);
      stop.abort();
      await got;
      await service.received[0]?.closed;
    }
  });

  test('closes it by leaving the body unread', async () => {
    const service = await startService((response) => response.write('a'));
    const signal = new AbortController().signal;
    const response = await client(service.url).send({ method: 'GET', path: '/', signal });
    response.leave();
    await service.received[0]?.closed;
  });

  test('closes it by reading no further', async () => {
    const service = await startService((response) => response.write('a'));
    const signal = new AbortController().signal;
    const response = await client(service.url).send({ method: 'GET', path: '/', signal });
    for await (const _ of response.body) break;
    await service.received[0]?.closed;
  });

  test('sends nothing if the signal is already aborted', async () => {
    const service = await startService((response) => response.end());
    await failureOf(get(client(service.url), AbortSignal.abort()));
    expect(service.received).toEqual([]);
  });

  test('ends requests in progress with close', async () => {
    const service = await startService((response) => response.write('a'));
    const http = client(service.url);
    const response = await http.send({ method: 'GET', path: '/', signal: new AbortController().signal });
    const body = response.body[Symbol.asyncIterator]();
    await body.next();
    const reading = failureOf(body.next());
    await http.close();
    expect(await reading).toMatchObject({ code: 'cut_off' });
  });
});
