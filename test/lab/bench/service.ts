/**
 * The scripted assistant: answers over HTTP in the v1 encoding, sending each token when it is due. A question ends with the
 * number of its answer. `onSent` is called for each token.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDataStreamEncoder } from '../../../src/kit/wire/data-stream.ts';
import { dueMs, type Shape, tokensOf } from './script.ts';

export interface Service {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startService(
  shape: Shape,
  onSent: (answer: number, token: string, at: number) => void,
): Promise<Service> {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1', 4_096);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server's address is an object
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = Date.now();
    const text = await readText(request);
    // The bot's check of URL and key contains no question.
    if (!text.includes('"messages"')) return void response.writeHead(400).end();
    const number = numberIn(text);
    const encoder = createDataStreamEncoder({ messageId: 'm' });
    const tokens = tokensOf(shape, number);
    response.writeHead(200, encoder.headers);
    response.write(encoder.encode({ type: 'step' }));
    for (let next = 0; next < tokens.length && !response.destroyed; ) {
      await wait(startedAt + dueMs(shape, next) - Date.now());
      const now = Date.now();
      for (; next < tokens.length && startedAt + dueMs(shape, next) <= now; next += 1) {
        const text = tokens[next] ?? '';
        response.write(encoder.encode({ type: 'text', block: 0, text }));
        onSent(number, text, now);
      }
    }
    response.end(encoder.encode({ type: 'finish', reason: 'stop' }) + encoder.end());
  }
}

/** `#12` at the end of the newest message. */
function numberIn(body: string): number {
  const numbers = body.match(/#(\d+)/g) ?? [];
  return Number(numbers.at(-1)?.slice(1) ?? Number.NaN);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
