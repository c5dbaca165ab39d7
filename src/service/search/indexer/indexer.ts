/**
 * Keeps the index of a project up to date: with an index folder in a worker thread, with files from which the next start
 * continues; otherwise in slices on this thread, and in memory only.
 */
import { Worker } from 'node:worker_threads';
import { cpuMsOf } from '../../../kit/base/thread-cpu.ts';
import { realFolder } from '../../content/files.ts';
import { type DocsServerCode, DocsServerError } from '../../errors.ts';
import { readKept, writeKept } from './kept-index.ts';
import { type IndexRequest, type UpdatedIndex, type UpdateOptions, updateIndex } from './update.ts';

export interface KeptIndexRequest extends IndexRequest {
  /** The folder of the stored index. */
  readonly indexDir: string;
}

export interface KeptIndexUpdate extends UpdatedIndex {
  /** Why the index could not be stored: the next start reads everything again. */
  readonly notKept?: unknown;
}

/** Starts from the stored index if the request has no segments. Fails as `updateIndex` does. */
export async function updateKeptIndex(request: KeptIndexRequest, options?: UpdateOptions): Promise<KeptIndexUpdate> {
  const { indexDir, siteUrl } = request;
  const isStart = request.segments.length === 0;
  const segments = isStart ? await readKept(indexDir, siteUrl) : request.segments;
  const updated = await updateIndex({ ...request, segments }, options);
  if (updated.segments === segments) return updated;
  try {
    await writeKept(indexDir, siteUrl, updated.segments);
    return updated;
  } catch (error) {
    return { ...updated, notKept: error };
  }
}

/** The messages of the thread. `alive` is sent every second by a thread whose work pauses. */
export type ThreadMessage =
  | { readonly kind: 'alive' }
  | { readonly kind: 'progress'; readonly done: number; readonly of: number }
  | { readonly kind: 'updated'; readonly updated: KeptIndexUpdate }
  | {
      readonly kind: 'failed';
      readonly code: DocsServerCode;
      readonly sentence: string;
      readonly lines: readonly string[];
      readonly cause: unknown;
    };

/** A step of the reader takes milliseconds; one that takes this much CPU time will never end. */
const maxStepMs = 60_000;
const checkMs = 1_000;

export interface ThreadOptions extends UpdateOptions {
  /** For tests: the script that the thread runs, and the CPU time that a step may take. */
  readonly script?: URL;
  readonly maxStepMs?: number;
}

/** The same in a worker thread, whose memory is freed afterwards. Fails with docs_failed if reading never ends. */
export async function updateInThread(
  request: KeptIndexRequest,
  { onProgress, signal, script = indexThread, maxStepMs: limitMs = maxStepMs }: ThreadOptions = {},
): Promise<KeptIndexUpdate> {
  // Checked first: a missing folder needs no thread.
  await realFolder(request.docsDir);
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<KeptIndexUpdate>();
  const thread = new Worker(script, { workerData: request });
  let at = 'before the first page';
  let isAlive = true;
  let aliveAtMs = 0;
  thread.on('message', (message: ThreadMessage) => {
    isAlive = true;
    if (message.kind === 'progress') {
      at = `after ${message.done} of ${message.of} pages`;
      onProgress?.(message.done, message.of);
    } else if (message.kind === 'updated') resolve(message.updated);
    else if (message.kind === 'failed')
      reject(new DocsServerError(message.code, message.sentence, message.cause, message.lines));
  });
  const watch = setInterval(async () => {
    const cpuMs = await cpuMsOf(thread);
    if (isAlive) aliveAtMs = cpuMs;
    isAlive = false;
    if (cpuMs - aliveAtMs <= limitMs) return;
    reject(new DocsServerError('docs_failed', `Reading the docs got stuck ${at}; please report this.`));
    void thread.terminate();
  }, checkMs);
  thread.on('error', reject);
  thread.on('exit', () => reject(new Error('the indexing thread ended early')));
  const end = (): void => {
    reject(signal?.reason);
    // No manifest refers to half-written files.
    void thread.terminate();
  };
  signal?.addEventListener('abort', end);
  return promise.finally(() => {
    clearInterval(watch);
    signal?.removeEventListener('abort', end);
  });
}

const indexThread = new URL(`./index-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
