import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { DocsServer } from '../../src/docs-server/server.ts';
import { asking, post, started, textOf } from './asking.ts';
import { silent } from './folder.ts';

async function connected({ url }: DocsServer): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

function headOf({ key }: DocsServer, length: string): string {
  return `POST /v1/assistant/kettle/message HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n${length}\r\n`;
}

const beginnings: readonly [string, (server: DocsServer) => string][] = [
  ['nothing', () => ''],
  ['half a line', () => 'POST /v1/assis'],
  ['headers without an end', (server) => headOf(server, 'content-length: 100')],
  ['a beginning of the body', (server) => `${headOf(server, 'content-length: 100')}\r\n{"fp"`],
  [
    'a beginning of a body without a length',
    (server) => `${headOf(server, 'transfer-encoding: chunked')}\r\n5\r\n{"fp"\r\n`,
  ],
];

test.each(beginnings)('a client who sends %s and no more is cut off, and others are answered', async (_, beginning) => {
  const errors: string[] = [];
  const logger = { ...silent, error: (_: object, phrase: string) => void errors.push(phrase) };
  const server = await started({ requestMs: 200, logger });
  const socket = await connected(server);
  let said = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  socket.write(beginning(server));
  expect(textOf(await (await post(server, asking('How do I boil water?'))).text())).toContain('boil');
  if (!socket.closed) await once(socket, 'close');
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
  expect(errors).toEqual([]);
});

test('a client who leaves before all of its question was sent is nobody’s failure', async () => {
  const errors: string[] = [];
  const answered = Promise.withResolvers<string>();
  const logger = { ...silent, error: (_: object, phrase: string) => void errors.push(phrase) };
  const metrics = {
    count: (_: string, labels: Readonly<Record<string, string>>) => answered.resolve(labels.status ?? ''),
  };
  const server = await started({ logger, metrics });
  const socket = await connected(server);
  socket.write(`${headOf(server, 'content-length: 100')}\r\n{"fp"`, () => socket.destroy());
  expect(await answered.promise).toBe('400');
  expect(errors).toEqual([]);
});
