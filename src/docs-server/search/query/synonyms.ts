/**
 * Query expansion: from words of chat to words of the docs. `synonyms.json` holds groups of general words of
 * software that mean each other; an operator adds what people call their own things. Words match by their stems.
 */
import { stemOf } from '../index/analyzer.ts';
import { stopWords } from '../index/stop-words.ts';
import groups from './synonyms.json' with { type: 'json' };

/** One way in which docs may write a thing. */
export interface Spelling {
  /** Lower-case words, all of which must occur. */
  readonly words: readonly string[];
  /** 1 for the word as asked, less for a synonym. */
  readonly weight: number;
}

/** A word or a phrase of a question, and what docs may call it. */
export interface Expansion {
  readonly words: readonly string[];
  readonly meanings: readonly Spelling[];
}

/** An operator's synonym: what people call a thing, and what these docs call it: words or phrases. */
export type SynonymTable = Readonly<Record<string, readonly string[]>>;

/** All synonyms of a search. */
export interface Synonyms {
  /** The expansions of lower-case words in their order, each once. */
  expansionsOf(words: readonly string[]): readonly Expansion[];
}

const groupWeight = 0.4;
/** The operator's synonyms take precedence over the general ones. */
const ownWeight = 0.8;

interface Phrase {
  readonly words: readonly string[];
  readonly stems: readonly string[];
  /** By their text. */
  readonly meanings: Map<string, Spelling>;
}

export function createSynonyms(own: SynonymTable = {}): Synonyms {
  /** By their first stem. */
  const phrases = new Map<string, Phrase[]>();
  for (const group of groups) for (const said of group) learn(phrases, said, group.filter(isFindable), groupWeight);
  for (const [said, meant] of Object.entries(own)) learn(phrases, said, meant, ownWeight);
  return { expansionsOf: (words) => expansionsIn(phrases, words) };
}

/** The synonyms that come with Docent. */
export const generalSynonyms = createSynonyms();

function learn(phrases: Map<string, Phrase[]>, said: string, meant: readonly string[], weight: number): void {
  const words = wordsIn(said);
  const stems = words.map((word) => stemOf(word));
  const alike = phrases.get(stems[0] ?? '') ?? [];
  const known = alike.find((phrase) => phrase.stems.join(' ') === stems.join(' '));
  const phrase = known ?? { words, stems, meanings: new Map<string, Spelling>() };
  if (!known) phrases.set(stems[0] ?? '', [...alike, phrase]);
  for (const text of meant) {
    const others = wordsIn(text).filter((word) => !stopWords.has(word));
    if (text === said || others.length === 0) continue;
    if ((phrase.meanings.get(text)?.weight ?? 0) < weight) phrase.meanings.set(text, { words: others, weight });
  }
}

/** In "log out" or "set up" the single word means something else. */
function isFindable(text: string): boolean {
  const words = wordsIn(text);
  return words.filter((word) => !stopWords.has(word)).length >= Math.min(2, words.length);
}

function wordsIn(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((word) => word !== '');
}

/** Between the words of a phrase others may stand: "cut the answer off". */
const maxBetween = 2;

function expansionsIn(phrases: ReadonlyMap<string, readonly Phrase[]>, words: readonly string[]): readonly Expansion[] {
  const stems = words.map((word) => stemOf(word.replaceAll("'", '')));
  const found = new Set<Phrase>();
  for (const [at, first] of stems.entries()) {
    for (const phrase of phrases.get(first) ?? []) if (isSaid(phrase.stems, stems, at)) found.add(phrase);
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
