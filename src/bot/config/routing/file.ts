/**
 * The routing file on disk: read at start, and again when its text has changed. Compares text, not modification times: editors,
 * copies and Kubernetes config maps (which swap a symbolic link) change these differently.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Clock } from '../../../kit/base/clock.ts';
import { loadRouting, type RoutingResult } from './load.ts';

/** Read unless DOCENT_CONFIG names another file; it may be missing. */
export const defaultFile = 'docent.yaml';

/** Returns undefined if there is no file. */
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
  /** The text currently in force; undefined: there was no file. */
  readonly text: string | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Never called twice for the same text in a row. */
  onText(text: string): Promise<void>;
  /** Called on each check without new text. */
  onSame(): Promise<void>;
  /** Called once when the file disappears or becomes unreadable. */
  onMissing(error?: unknown): void;
}

/** A change is noticed within twice this time, well below the 5 s that docs/routing.md promises. */
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
