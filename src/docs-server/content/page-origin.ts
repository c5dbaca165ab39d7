/**
 * The sources of a page: its file, the files that it includes, and its entry in the site's navigation. As long as they
 * are the same, the page need not be read again. Reads the file, and through `read` its includes.
 */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadInclude } from './includes.ts';
import type { Listed } from './navigation.ts';

export interface Origin {
  /** Size, times and number of the file: where they are the same, so is the file (as git takes it). */
  readonly stamp: string;
  /** A hash of the contents. */
  readonly hash: string;
  /** Files that were looked for to be included, whether they are there or not. */
  readonly includes: readonly string[];
  /** The page's slug in the front matter. */
  readonly slug?: string;
  /** Rooted addresses that the page links to: they show under which path the site serves the folder. */
  readonly rooted: readonly string[];
}

/** The context in which a page is read. */
export interface OriginPlace {
  readonly folder: string;
  readonly read: ReadInclude;
  readonly listed: Listed | undefined;
}

/** Synchronous: it takes microseconds, and a pool of threads ten times as many. Empty: there is no such file. */
export function stampOf(file: string, { folder, listed }: OriginPlace): string {
  const found = statSync(join(folder, file), { bigint: true, throwIfNoEntry: false });
  return found ? [found.size, found.mtimeNs, found.ctimeNs, found.ino, JSON.stringify(listed)].join(' ') : '';
}

export async function hashOf(
  bytes: Uint8Array,
  includes: readonly string[],
  { read, listed }: OriginPlace,
): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify(listed ?? null))
    .update(bytes);
  for (const path of includes) hash.update(`\0${path}\0${(await read(path)) ?? ''}`);
  return hash.digest('base64');
}

/** Whether the sources still produce the same page. */
export async function isUnchanged(file: string, origin: Origin, place: OriginPlace): Promise<boolean> {
  if (origin.includes.length === 0 && origin.stamp === stampOf(file, place)) return true;
  const bytes = await readFile(join(place.folder, file)).catch(() => undefined);
  return bytes !== undefined && origin.hash === (await hashOf(bytes, origin.includes, place));
}
