/**
 * Query expansion: from the words of people to the words of the docs. `synonyms.json` has groups of general software terms
 * with the same meaning; an operator adds what people call their own things. Words match by their stems.
 */
import { stemOf } from '../index/analyzer.ts';
import { stopWords } from '../index/stop-words.ts';
import groups from './synonyms.json' with { type: 'json' };

/** One spelling of a thing that docs may use. */
export interface Spelling {
  /** Lower-case words, all of which must occur. */
  readonly words: readonly string[];
  /** 1 for the word in the question, less for a synonym. */
  readonly weight: number;
}

/** A word or phrase of a question, and what docs may call it. */
export interface Expansion {
  readonly words: readonly string[];
  readonly meanings: readonly Spelling[];
}

/** An operator's synonyms: what people call a thing, and what these docs call it, as words or phrases. */
export type SynonymTable = Readonly<Record<string, readonly string[]>>;

/** All synonyms of a search. */
export interface Synonyms {
  /** The expansions of lower-case words in order, each once. */
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
  for (const group of groups)
    for (const term of group) addSynonyms(phrases, term, group.filter(isFindable), groupWeight);
  for (const [term, alternatives] of Object.entries(own)) addSynonyms(phrases, term, alternatives, ownWeight);
  return { expansionsOf: (words) => expansionsIn(phrases, words) };
}

/** The synonyms that come with Docent. */
export const generalSynonyms = createSynonyms();

function addSynonyms(
  phrases: Map<string, Phrase[]>,
  term: string,
  alternatives: readonly string[],
  weight: number,
): void {
  const words = wordsIn(term);
  const stems = words.map((word) => stemOf(word));
  const alike = phrases.get(stems[0] ?? '') ?? [];
  const known = alike.find((phrase) => phrase.stems.join(' ') === stems.join(' '));
  const phrase = known ?? { words, stems, meanings: new Map<string, Spelling>() };
  if (!known) phrases.set(stems[0] ?? '', [...alike, phrase]);
  for (const text of alternatives) {
    const others = wordsIn(text).filter((word) => !stopWords.has(word));
    if (text === term || others.length === 0) continue;
    if ((phrase.meanings.get(text)?.weight ?? 0) < weight) phrase.meanings.set(text, { words: others, weight });
  }
}

/** Not "log out" or "set up", whose only meaningful word means something else alone. */
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

/** How many other words may be between two words of a phrase: "cut the answer off". */
const maxBetween = 2;

function expansionsIn(phrases: ReadonlyMap<string, readonly Phrase[]>, words: readonly string[]): readonly Expansion[] {
  const stems = words.map((word) => stemOf(word.replaceAll("'", '')));
  const found = new Set<Phrase>();
  for (const [at, first] of stems.entries()) {
    for (const phrase of phrases.get(first) ?? []) if (occurs(phrase.stems, stems, at)) found.add(phrase);
  }
  return [...found].map((phrase) => ({ words: phrase.words, meanings: [...phrase.meanings.values()] }));
}

function occurs(phrase: readonly string[], stems: readonly string[], from: number): boolean {
  let at = from;
  for (const stem of phrase.slice(1)) {
    const between = stems.slice(at + 1, at + 2 + maxBetween).indexOf(stem);
    if (between < 0) return false;
    at += between + 1;
  }
  return true;
}
