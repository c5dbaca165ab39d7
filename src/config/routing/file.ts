/**
 * The routing file on disk: read at start, and again whenever its text has changed. Its text is compared, not its dates: an
 * editor, a copy and a Kubernetes config map (which swaps a link) change different ones.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { loadRouting, type RoutingResult } from './load.ts';

/** Read where DOCENT_CONFIG names no other file; it may be missing. */
export const defaultFile = 'docent.yaml';

/** undefined: there is no file. */
export async function readRoutingText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export function parseRouting(text: string, path: string): RoutingResult {
  return loadRouting(text, basename(path));
}

export interface WatchOptions {
  readonly path: string;
  /** The text that is in force; undefined: there was no file. */
  readonly text: string | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Never called twice for the same text in a row. */
  onText(text: string): Promise<void>;
  /** Called at each other look. */
  onSame(): Promise<void>;
  /** The file is gone or cannot be read; said once. */
  onMissing(error?: unknown): void;
}

/** A change is seen within two of these, well below the 5 s that docs/routing.md promises. */
const lookMs = 2_000;

/** Runs until the signal aborts. Never fails. */
export async function watchRouting(options: WatchOptions): Promise<void> {
  const { path, text, clock, signal } = options;
  let last = text;
  while (!signal.aborted) {
    await clock.wait(lookMs, signal);
    if (signal.aborted) return;
    const found = await readRoutingText(path).catch((error: unknown) => ({ error }));
    if (typeof found !== 'string' && last !== undefined) options.onMissing(found?.error);
    if (typeof found === 'string' && found !== last) await options.onText(found);
    else await options.onSame();
    last = typeof found === 'string' ? found : undefined;
  }
}
