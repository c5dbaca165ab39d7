/**
 * In what words people ask for a page, as `docent expand` had a language model write them: JSON lines beside the docs. They are
 * indexed with the page and never shown. A line belongs to a page as it was then: once the page changes, it has none.
 */
import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, parseJson } from '../../kit/base/json.ts';
import { plainText } from './markdown/sections.ts';
import type { Page } from './page.ts';

/** In the docs folder. */
export const phrasesFile = 'docent-phrases.jsonl';

export interface PhrasesFile {
  /** By the key of the page. */
  readonly byKey: ReadonlyMap<string, readonly string[]>;
  /** Changes whenever the phrases do; empty without a file. */
  readonly fingerprint: string;
}

const noPhrases: PhrasesFile = { byKey: new Map(), fingerprint: '' };

/** A hundred thousand pages have less. */
const maxFileBytes = 64 * 1024 * 1024;
const maxPhrases = 6;
const maxPhraseChars = 150;

/** What may be used of the phrases that a model or a file has: a few short ones, each once. */
export function usablePhrases(phrases: readonly string[]): readonly string[] {
  const short = phrases
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '' && phrase.length <= maxPhraseChars);
  return [...new Set(short)].slice(0, maxPhrases);
}

/** A hash of what a page says: not of the addresses of its links, which depend on where it is published. */
export function keyOf({ title, description, sections }: Pick<Page, 'title' | 'description' | 'sections'>): string {
  const said = sections.map(({ heading, blocks }) => [
    heading,
    ...blocks.map(({ kind, text }) => (kind === 'code' ? text : plainText(text))),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([title, description, said]))
    .digest('base64url')
    .slice(0, 22);
}

/** A line of the file. The page's name is for its readers. */
export function toLine(file: string, key: string, phrases: readonly string[]): string {
  return `${JSON.stringify({ page: file, key, phrases })}\n`;
}

/** Lines that a killed process or somebody else left incomplete are skipped. */
export async function readPhrases(folder: string): Promise<PhrasesFile> {
  const path = join(folder, phrasesFile);
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile() || found.size > maxFileBytes) return noPhrases;
  const text = await readFile(path, 'utf8').catch(() => '');
  const byKey = new Map(text.split('\n').flatMap((line) => readLine(line)));
  return { byKey, fingerprint: createHash('sha256').update(text).digest('base64') };
}

function readLine(line: string): readonly (readonly [key: string, phrases: readonly string[]])[] {
  const value = parseJson(line);
  if (!isObject(value) || typeof value.key !== 'string' || !Array.isArray(value.phrases)) return [];
  return [[value.key, usablePhrases(value.phrases.filter((phrase) => typeof phrase === 'string'))]];
}
