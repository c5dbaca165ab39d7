/** A worker, so that its work is not measured: sends a request several times concurrently, and reads the answers. */
import { parentPort } from 'node:worker_threads';

/** A request to send. The worker replies with the number of characters received. */
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
