/**
 * Writes large docs for the bench: real pages in several sets. In every set but the first, half of the less common words are
 * replaced by made-up ones, so that the vocabulary grows with the docs, as it does in practice. Seeded, so the output is always
 * the same.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const realDocs = join(import.meta.dirname, '../../../node_modules/ai/docs');
const syllables = [
  'ba',
  'ke',
  'mi',
  'to',
  'ru',
  'lan',
  'ser',
  'vo',
  'pi',
  'dex',
  'nor',
  'tal',
  'qui',
  'zen',
  'fa',
  'gor',
];
/** Words on more than this many of the 300 pages count as common. */
const commonPages = 100;

export function writeVariedDocs(folder: string, count: number): void {
  const files = readdirSync(realDocs, { recursive: true, encoding: 'utf8' }).filter((file) => /\.mdx?$/.test(file));
  const pages = files.sort().map((file) => ({ file, text: readFileSync(join(realDocs, file), 'utf8') }));
  const pagesSaying = new Map<string, number>();
  for (const { text } of pages) {
    for (const word of new Set(text.match(word4))) pagesSaying.set(word, (pagesSaying.get(word) ?? 0) + 1);
  }
  for (let at = 0; at < count; at += 1) {
    const set = Math.floor(at / pages.length);
    const { file, text } = pages[at % pages.length] ?? { file: '', text: '' };
    const isCommon = (word: string): boolean => set === 0 || (pagesSaying.get(word) ?? 0) > commonPages;
    const path = join(folder, set === 0 ? '' : `set-${set}`, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      text.replace(word4, (word) => (isCommon(word) ? word : variantOf(word, set))),
    );
  }
}

const word4 = /[A-Za-z]{4,}/g;

/** A word has the same variant throughout a set. */
function variantOf(word: string, set: number): string {
  let random = set * 2_654_435_761;
  for (const letter of word) random = Math.imul(random ^ letter.charCodeAt(0), 16_777_619);
  const next = (): number => {
    random = Math.imul(random ^ (random >>> 15), 2_246_822_519) ^ (random << 7);
    return random >>> 8;
  };
  if (next() % 2 === 0) return word;
  return Array.from({ length: 2 + (next() % 3) }, () => syllables[next() % syllables.length]).join('');
}
