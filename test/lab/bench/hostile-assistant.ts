/** A worker, so that its work is not measured: streams the hostile input named in the request's path, as fast as it is read. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort } from 'node:worker_threads';
import { hostileStreams } from './hostile-inputs.ts';

const server = createServer(async (request, response) => {
  request.resume();
  const path = decodeURIComponent(decodeURIComponent(request.url ?? ''));
  const stream = hostileStreams.find(({ name }) => path.includes(`/${name}/`));
  const header = stream?.version === 'v2' ? 'x-vercel-ai-ui-message-stream' : 'x-vercel-ai-data-stream';
  response.writeHead(stream ? 200 : 404, { [header]: 'v1' });
  // The reader closes the connection when it has read enough.
  await pipeline(Readable.from(stream?.pieces() ?? []), response).catch(() => undefined);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  parentPort?.postMessage(`http://127.0.0.1:${port}`);
});
