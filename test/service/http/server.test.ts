import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { DocsServer } from '../../../src/service/service.ts';
import { asking, post, started, textOf } from '../asking.ts';
import { silent } from '../folder.ts';

async function connected({ url }: DocsServer): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

function headOf({ key }: Pick<DocsServer, 'key'>, length: string): string {
  return `POST /v1/assistant/kettle/message HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n${length}\r\n`;
}

/** Sends a raw request and reads until the connection closes. */
async function exchanged(
  server: DocsServer,
  request: string,
): Promise<{ readonly head: string; readonly body: string }> {
  const socket = await connected(server);
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  socket.write(request);
  await once(socket, 'close');
  const [head = '', ...body] = received.split('\r\n\r\n');
  return { head: head.toLowerCase(), body: body.join('\r\n\r\n') };
}

const beginnings: readonly [string, (server: DocsServer) => string][] = [
  ['nothing', () => ''],
  ['half a line', () => 'POST /v1/assis'],
  ['headers without an end', (server) => headOf(server, 'content-length: 100')],
  ['the beginning of a body', (server) => `${headOf(server, 'content-length: 100')}\r\n{"fp"`],
  ['the beginning of a chunked body', (server) => `${headOf(server, 'transfer-encoding: chunked')}\r\n5\r\n{"fp"\r\n`],
];

test.each(beginnings)('a client that sends only %s is disconnected, and others are answered', async (_, beginning) => {
  const errors: string[] = [];
  const logger = { ...silent, error: (_: object, phrase: string) => void errors.push(phrase) };
  const server = await started({ requestMs: 200, logger });
  const socket = await connected(server);
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  socket.write(beginning(server));
  // On a busy machine 200 ms may be too short for a whole question, too.
  await expect
    .poll(async () => textOf(await (await post(server, asking('How do I boil water?'))).text()))
    .toContain('boil');
  if (!socket.closed) await once(socket, 'close');
  expect(received).toMatch(/^HTTP\/1\.1 408 [\s\S]*\r\n\r\n\{"error":"The request did not arrive/);
  expect(errors).toEqual([]);
});

test('a client that disconnects while sending its question is not logged as a failure', async () => {
  const errors: string[] = [];
  const answered = Promise.withResolvers<string>();
  const logger = { ...silent, error: (_: object, phrase: string) => void errors.push(phrase) };
  const metrics = {
    count: (_: string, labels: Readonly<Record<string, string>>) => answered.resolve(labels.status ?? ''),
    observe: () => {},
  };
  const server = await started({ logger, metrics });
  const socket = await connected(server);
  socket.write(`${headOf(server, 'content-length: 100')}\r\n{"fp"`, () => socket.destroy());
  expect(await answered.promise).toBe('400');
  expect(errors).toEqual([]);
});

test('an HTTP/1.0 client gets an answer without chunks that ends with the connection', async () => {
  const server = await started();
  const question = JSON.stringify(asking('How do I boil water?'));
  const request = `${headOf(server, `content-length: ${question.length}`)}\r\n${question}`;
  const { head, body } = await exchanged(server, request.replace('HTTP/1.1', 'HTTP/1.0'));
  expect(head).toMatch(/ 200 ok\r\n/);
  expect(head).not.toContain('transfer-encoding');
  expect(body).toMatch(/^f:.*\n9:[\s\S]*\nd:.*\n$/);
});

test('an HTTP/1.0 request without a Host header is answered', async () => {
  const server = await started({ probes: () => new Response('alive') });
  const { head, body } = await exchanged(server, 'GET /healthz HTTP/1.0\r\n\r\n');
  expect(head).toMatch(/ 200 ok\r\n/);
  expect(body).toBe('alive');
});

test.each([
  ['is not HTTP', 'HELLO\r\n\r\n', 400, 'The request is not valid HTTP.'],
  ['has two lengths', headOf({ key: 'x' }, 'content-length: 1\r\ncontent-length: 2'), 400, 'The request is not'],
  ['has headers of 20 KB', `GET / HTTP/1.1\r\nhost: x\r\na: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'The headers of'],
  [
    'is for the whole server',
    'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    400,
    'The address or the Host',
  ],
  ['names an impossible host', 'GET / HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n', 400, 'The address or the'],
])('a request that %s is refused with the usual JSON', async (_, request, status, sentence) => {
  const { head, body } = await exchanged(await started(), request);
  expect(head).toMatch(new RegExp(`^http/1\\.1 ${status} `));
  expect(head).toContain('content-type: application/json');
  expect(JSON.parse(body)).toEqual({ error: expect.stringContaining(sentence) });
});

test('an unknown Expect header is ignored', async () => {
  const request = 'GET /none HTTP/1.1\r\nhost: x\r\nexpect: tea\r\nconnection: close\r\n\r\n';
  expect((await exchanged(await started(), request)).head).toMatch(/ 404 /);
});

test('a parser error after an answer has begun is not written into the answer', async () => {
  const server = await started({ pieceDelayMs: 1 });
  const question = JSON.stringify(asking('How do I boil water?'));
  const { body } = await exchanged(
    server,
    `${headOf(server, `content-length: ${question.length}`)}\r\n${question}NO\r\n\r\n`,
  );
  expect(body).not.toContain('HTTP/1.1 400');
});

/** Longer than the timeout of a test. */
const neverMs = 1_000_000_000;

test('a stop does not wait for the next request of a client whose last one was too large', async () => {
  const server = await started({ stopMs: neverMs });
  const socket = await connected(server);
  const length = 2_000_000;
  socket.write(`${headOf(server, `content-length: ${length}`)}\r\n`);
  await once(socket, 'data');
  const stopped = server.stop();
  socket.write('x'.repeat(length));
  await expect(stopped).resolves.toBeUndefined();
});

test('a stop does not wait for a connection that was opened ahead of its first request', async () => {
  const server = await started({ stopMs: neverMs });
  await connected(server);
  // Connections are accepted in order.
  await (await fetch(server.url)).text();
  await expect(server.stop()).resolves.toBeUndefined();
});

test('a stop lets a request arrive that has begun', async () => {
  const server = await started({ stopMs: neverMs });
  const socket = await connected(server);
  const request = 'GET /none HTTP/1.1\r\nhost: x\r\n\r\n';
  // The service has read the beginning once it has answered the request before.
  socket.write(`${request}GET /no`);
  await once(socket, 'data');
  const stopped = server.stop();
  socket.write('ne HTTP/1.1\r\nhost: x\r\n\r\n');
  expect(`${await once(socket, 'data')}`).toMatch(/^HTTP\/1\.1 \d/);
  await expect(stopped).resolves.toBeUndefined();
});

test('idle connections are kept open for longer than by load balancers', async () => {
  const server = await started();
  const response = await post(server, asking('How do I boil water?'));
  expect(response.headers.get('keep-alive')).toBe('timeout=65');
  await response.text();
});
