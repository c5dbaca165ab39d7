/**
 * What a page is made from: its file, its includes, and its entry in the site's navigation. While these are unchanged, the
 * page need not be read again. Reads the file, and its includes through `read`.
 */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadFile } from './files.ts';
import type { Label } from './formats/format.ts';
import type { Listed } from './generators/navigation.ts';

export interface Origin {
  /** Size, timestamps and inode of the file: if they are unchanged, so is the file (as git assumes, too). */
  readonly stamp: string;
  /** A hash of the contents. */
  readonly hash: string;
  /** Files that were looked up as includes, whether they exist or not. */
  readonly includes: readonly string[];
  /** What of the page is not served, or not as it was meant, as sentences. */
  readonly problems: readonly string[];
  /** Where the site shows it: rooted, not encoded, without the base that links may show. */
  readonly address: string;
  /** Names that other pages may link to. */
  readonly labels: readonly Label[];
  readonly losses: Losses;
  /** When the page ceases to be published. */
  readonly expiry?: number;
  /** Rooted addresses that the page links to, which show under which path the site serves the folder. */
  readonly rooted: readonly string[];
}

/** How many includes were not found and marks dropped, with the first of each. */
export interface Losses {
  readonly includes: number;
  readonly include?: string;
  readonly marks: number;
  readonly mark?: string;
}

/** What reading a page depends on. */
export interface OriginPlace {
  readonly folder: string;
  readonly read: ReadFile;
  readonly listed: Listed | undefined;
  readonly site: { readonly fingerprint: string };
}

/** Synchronous: it takes microseconds, ten times less than with the thread pool. Empty: there is no such file. */
export function stampOf(file: string, { folder, listed, site }: OriginPlace): string {
  const found = statSync(join(folder, file), { bigint: true, throwIfNoEntry: false });
  return found
    ? [found.size, found.mtimeNs, found.ctimeNs, found.ino, site.fingerprint, JSON.stringify(listed)].join(' ')
    : '';
}

export async function hashOf(
  bytes: Uint8Array,
  includes: readonly string[],
  { read, listed, site }: OriginPlace,
): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify([site.fingerprint, listed ?? null]))
    .update(bytes);
  for (const path of includes) {
    const found = await read(path);
    hash.update(`\0${path}\0${found?.realPath ?? ''}\0${found?.text ?? ''}`);
  }
  return hash.digest('base64');
}

/** Whether the page would still be the same. */
export async function isUnchanged(file: string, origin: Origin, place: OriginPlace): Promise<boolean> {
  if ((origin.expiry ?? Number.POSITIVE_INFINITY) < Date.now()) return false;
  if (origin.includes.length === 0 && origin.stamp === stampOf(file, place)) return true;
  const bytes = await readFile(join(place.folder, file)).catch(() => undefined);
  return bytes !== undefined && origin.hash === (await hashOf(bytes, origin.includes, place));
}
