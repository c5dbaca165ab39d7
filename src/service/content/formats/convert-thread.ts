/** The worker thread that converts pages of other formats than Markdown, one after the other. */
import { parentPort } from 'node:worker_threads';
import type { FromThread, ToThread } from './convert-in-thread.ts';
import { formatOf } from './formats.ts';

const reads = new Map<number, (text: string | undefined) => void>();
let count = 0;

function send(message: FromThread): void {
  parentPort?.postMessage(message);
}

function read(path: string): Promise<string | undefined> {
  count += 1;
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  reads.set(count, resolve);
  send({ kind: 'read', number: count, path });
  return promise;
}

parentPort?.on('message', async (message: ToThread) => {
  if (message.kind === 'text') {
    reads.get(message.number)?.(message.text);
    reads.delete(message.number);
    return;
  }
  const { source, file, folders, variables, front } = message;
  try {
    const convert = await formatOf(file)?.load();
    if (convert === undefined) throw new TypeError('no converter for this file');
    send({ kind: 'converted', converted: await convert(source, { file, folders, variables, read }, front) });
  } catch (error) {
    send({ kind: 'failed', cause: error instanceof Error ? error : new Error(String(error)) });
  }
});
