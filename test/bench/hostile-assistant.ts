/** In a worker, so that its work is not counted: streams the hostile input that the request's path names, as fast as it is read. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';
import { hostileStreams } from './hostile-inputs.ts';

const server = createServer(async (request, response) => {
  request.resume();
  const path = decodeURIComponent(decodeURIComponent(request.url ?? ''));
  const stream = hostileStreams.find(({ name }) => path.includes(`/${name}/`));
  const header = stream?.version === 'v2' ? 'x-vercel-ai-ui-message-stream' : 'x-vercel-ai-data-stream';
  response.writeHead(stream ? 200 : 404, { [header]: 'v1' });
  for (const piece of stream?.pieces() ?? []) {
    if (response.destroyed) return;
    if (!response.write(piece)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  response.end();
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  parentPort?.postMessage(`http://127.0.0.1:${port}`);
});
