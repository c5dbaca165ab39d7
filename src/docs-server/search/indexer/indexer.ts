/**
 * Keeps the index of a project up to date: in a thread of its own and with files that the next start begins with where a
 * folder is given, else in slices on this thread and in memory only.
 */
import { Worker } from 'node:worker_threads';
import { realFolder } from '../../content/files.ts';
import { type DocsServerCode, DocsServerError } from '../../errors.ts';
import { readKept, writeKept } from './kept-index.ts';
import { type IndexRequest, type UpdatedIndex, type UpdateOptions, updateIndex } from './update.ts';

export interface KeptIndexRequest extends IndexRequest {
  /** Where the index is kept. */
  readonly indexDir: string;
}

export interface KeptIndexUpdate extends UpdatedIndex {
  /** Why it could not be kept: the next start reads everything again. */
  readonly notKept?: unknown;
}

/** Begins with what is kept where there is nothing from before. Fails as `updateIndex` does. */
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

/** The messages of the thread. */
export type ThreadMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly of: number }
  | { readonly kind: 'updated'; readonly updated: KeptIndexUpdate }
  | {
      readonly kind: 'failed';
      readonly code: DocsServerCode;
      readonly sentence: string;
      readonly lines: readonly string[];
      readonly cause: unknown;
    };

/** The same in a thread of its own, whose memory is free afterwards. */
export async function updateInThread(
  request: KeptIndexRequest,
  { onProgress, signal }: UpdateOptions = {},
): Promise<KeptIndexUpdate> {
  // Checked first: a missing folder needs no thread.
  await realFolder(request.docsDir);
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<KeptIndexUpdate>();
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const script = new URL(`./index-thread.${extension}`, import.meta.url);
  const thread = new Worker(script, { workerData: request });
  thread.on('message', (message: ThreadMessage) => {
    if (message.kind === 'progress') onProgress?.(message.done, message.of);
    else if (message.kind === 'updated') resolve(message.updated);
    else reject(new DocsServerError(message.code, message.sentence, message.cause, message.lines));
  });
  thread.on('error', reject);
  thread.on('exit', () => reject(new Error('the thread that indexes ended early')));
  const end = (): void => {
    reject(signal?.reason);
    // Half-written files are not named in any manifest.
    void thread.terminate();
  };
  signal?.addEventListener('abort', end);
  return promise.finally(() => signal?.removeEventListener('abort', end));
}
