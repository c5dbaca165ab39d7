/** A worker, so that its work is not measured: a model endpoint that streams the output named by the requested model. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort } from 'node:worker_threads';
import { hostileOutputs } from './hostile-service-inputs.ts';

const server = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  const { model } = JSON.parse(body);
  const { text = '', pieceChars = 1 } = hostileOutputs.find(({ name }) => name === model) ?? {};
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  // The reader closes the connection when it has read enough.
  await pipeline(Readable.from(eventsOf(text, pieceChars)), response).catch(() => undefined);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo; // a TCP server's address is an object
  parentPort?.postMessage(`http://127.0.0.1:${port}/v1`);
});

function* eventsOf(text: string, pieceChars: number): Generator<string> {
  for (let at = 0; at < text.length; at += pieceChars) {
    yield eventOf({ role: 'assistant', content: text.slice(at, at + pieceChars) }, null);
  }
  yield `${eventOf({}, 'stop')}data: [DONE]\n\n`;
}

function eventOf(delta: object, reason: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: reason }];
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`;
}
