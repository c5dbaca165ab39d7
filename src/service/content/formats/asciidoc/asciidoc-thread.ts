/** The worker thread that converts pages of AsciiDoc, one after the other: Asciidoctor does not pause. */
import { parentPort } from 'node:worker_threads';
import type { FromThread, ToThread } from './asciidoc.ts';
import { asciidocToMarkdown } from './asciidoc-page.ts';

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
  const { source, file, folders, variables } = message;
  try {
    send({ kind: 'converted', converted: await asciidocToMarkdown(source, { file, folders, variables, read }) });
  } catch (error) {
    send({ kind: 'failed', cause: error instanceof Error ? error : new Error(String(error)) });
  }
});
