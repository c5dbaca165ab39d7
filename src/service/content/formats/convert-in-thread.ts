/**
 * Pages of other formats -> Markdown, in a worker thread: parsers do not pause, and a page that takes too long, or more memory
 * than there is, ends with its thread. The thread is started for the first page, and ends when no page has come for a while.
 */
import { Worker } from 'node:worker_threads';
import { stopwatch } from '../../../kit/base/thread-cpu.ts';
import { OverTimeError } from '../../../kit/base/time-slices.ts';
import type { Front } from '../front-matter.ts';
import type { Converted, FormatPlace, Unreadable } from './format.ts';

export type ToThread =
  | {
      readonly kind: 'convert';
      readonly source: string;
      readonly file: string;
      readonly folders: readonly string[];
      readonly variables: ReadonlyMap<string, string>;
      readonly front: Front;
    }
  | { readonly kind: 'text'; readonly number: number; readonly text: string | undefined };

export type FromThread =
  | { readonly kind: 'read'; readonly number: number; readonly path: string }
  | { readonly kind: 'converted'; readonly converted: Converted | Unreadable }
  | { readonly kind: 'failed'; readonly cause: Error };

/** The longest page takes seconds of the thread's own time. */
const maxPageMs = 30_000;
const idleMs = 5_000;
const script = new URL(`./convert-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

export interface ThreadOptions {
  /** Of the thread's own time for one page. */
  readonly maxMs?: number;
  /** How often the time is checked. */
  readonly checkMs?: number;
}

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/** With the converter of the file's format, one page at a time. Fails with OverTimeError, or with what the converter failed. */
export function convertInThread(
  source: string,
  place: FormatPlace,
  front: Front,
  options: ThreadOptions = {},
): Promise<Converted | Unreadable> {
  const next = last.then(() => convertOne(source, place, front, options));
  last = next.catch(() => undefined);
  return next;
}

async function convertOne(
  source: string,
  { file, folders, variables, read }: FormatPlace,
  front: Front,
  { maxMs = maxPageMs, checkMs = 1_000 }: ThreadOptions,
): Promise<Converted | Unreadable> {
  clearTimeout(idle);
  thread ??= start();
  const worker = thread;
  worker.ref();
  const { promise, resolve, reject } = Promise.withResolvers<Converted | Unreadable>();
  const post = (message: ToThread): void => worker.postMessage(message);
  const onMessage = async (message: FromThread): Promise<void> => {
    if (message.kind === 'converted') resolve(message.converted);
    else if (message.kind === 'failed') reject(message.cause);
    else post({ kind: 'text', number: message.number, text: await read(message.path).catch(() => undefined) });
  };
  const onExit = (): void => reject(new Error('the thread for other formats ended early'));
  worker.on('message', onMessage).on('error', reject).on('exit', onExit);
  // Most pages are read before the first check.
  let workedMs: Promise<() => Promise<number>> | undefined;
  const watch = setInterval(async () => {
    workedMs ??= stopwatch(worker);
    // If the page has been read by now, the thread may be reading the next one, and this rejects nothing.
    if ((await (await workedMs)()) > maxMs) reject(new OverTimeError(`The page took longer than ${maxMs} ms`));
  }, checkMs);
  post({ kind: 'convert', source, file, folders, variables, front });
  try {
    return await promise;
  } catch (error) {
    // Nothing is left over for the next page.
    end(worker);
    throw error;
  } finally {
    clearInterval(watch);
    worker.off('message', onMessage).off('error', reject).off('exit', onExit);
    worker.unref();
    idle = setTimeout(() => end(worker), idleMs).unref();
  }
}

/** It may also fail while it has no page, or as it ends: without a listener, that would end the process. */
function start(): Worker {
  const worker = new Worker(script);
  return worker.on('error', () => {}).once('exit', () => forget(worker));
}

function end(worker: Worker): void {
  forget(worker);
  void worker.terminate();
}

function forget(worker: Worker): void {
  if (thread === worker) thread = undefined;
}
