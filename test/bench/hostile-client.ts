/** In a worker, so that its work is not counted: sends a request as often as it is told, at once, and reads the answers. */
import { parentPort } from 'node:worker_threads';

/** What is sent; the answer to it is how many characters came back. */
export interface Sent {
  readonly url: string;
  readonly key: string;
  readonly body: string;
  readonly times: number;
}

parentPort?.on('message', async ({ url, key, body, times }: Sent) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answers = await Promise.all(
    Array.from({ length: times }, async () => (await fetch(url, { method: 'POST', headers, body })).text()),
  );
  parentPort?.postMessage(answers.join('').length);
});
