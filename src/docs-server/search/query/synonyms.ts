/**
 * What people write in chat for what docs spell out, and the other way round. In: the words of a question. Out: what of it
 * docs may call otherwise. Pure.
 */
import { stemOf } from '../index/analyzer.ts';
import { stopWords } from '../index/stop-words.ts';
import { wordForms } from './irregular-forms.ts';
import { modelSayings } from './model-sayings.ts';
import { sayings } from './sayings.ts';
import { webSayings } from './web-sayings.ts';
import { wordGroups } from './word-groups.ts';

/** One way in which docs may write a thing. */
export interface Spelling {
  /** Lower-case words, all of which are said. */
  readonly words: readonly string[];
  /** 1 for the word as asked, less for what may be meant. */
  readonly weight: number;
}

/** A word or a phrase of a question, and what docs may call it. */
export interface Expansion {
  readonly words: readonly string[];
  readonly meanings: readonly Spelling[];
}

const formWeight = 0.9;
const groupWeight = 0.4;
const sayingWeight = 0.8;

interface Phrase {
  readonly words: readonly string[];
  readonly stems: readonly string[];
  /** By their text. */
  readonly meanings: Map<string, Spelling>;
}

/** All that may be said, by its first stem. */
const known = new Map<string, Phrase[]>();

for (const line of linesOf(wordForms)) learn(partsOf(line), partsOf(line), formWeight);
for (const line of linesOf(wordGroups)) learn(partsOf(line), partsOf(line), groupWeight);
for (const line of [sayings, webSayings, modelSayings].flatMap(linesOf)) {
  const [said = '', meant] = line.split(' > ');
  // Headings and blank lines have no meaning.
  if (meant !== undefined) learn(partsOf(said), partsOf(meant), sayingWeight);
}

function linesOf(text: string): readonly string[] {
  return text.trim().split('\n');
}

function partsOf(line: string): readonly string[] {
  return line.split(',').map((part) => part.trim());
}

function learn(said: readonly string[], meant: readonly string[], weight: number): void {
  for (const text of said) {
    const { meanings } = phraseOf(text);
    for (const other of meant) {
      const words = other.split(' ').filter((word) => !stopWords.has(word));
      if (other === text || words.length === 0) continue;
      if ((meanings.get(other)?.weight ?? 0) < weight) meanings.set(other, { words, weight });
    }
  }
}

/** Known already, perhaps in another form, or made. */
function phraseOf(text: string): Phrase {
  const words = text.split(' ');
  const stems = words.map((word) => stemOf(word));
  const [first = ''] = stems;
  const alike = known.get(first) ?? [];
  const same = alike.find((phrase) => phrase.stems.join(' ') === stems.join(' '));
  if (same) return same;
  const phrase = { words, stems, meanings: new Map<string, Spelling>() };
  known.set(first, [...alike, phrase]);
  return phrase;
}

/** Between the words of a phrase others may stand: "cut the answer off". */
const maxBetween = 2;

/** What of these words docs may call otherwise, each once. Words are lower case. */
export function expansionsOf(words: readonly string[]): readonly Expansion[] {
  const stems = words.map((word) => stemOf(word.replaceAll("'", '')));
  const found = new Set<Phrase>();
  for (const [at, first] of stems.entries()) {
    for (const phrase of known.get(first) ?? []) if (isSaid(phrase.stems, stems, at)) found.add(phrase);
  }
  return [...found].map((phrase) => ({ words: phrase.words, meanings: [...phrase.meanings.values()] }));
}

function isSaid(phrase: readonly string[], stems: readonly string[], from: number): boolean {
  let at = from;
  for (const stem of phrase.slice(1)) {
    const between = stems.slice(at + 1, at + 2 + maxBetween).indexOf(stem);
    if (between < 0) return false;
    at += between + 1;
  }
  return true;
}
