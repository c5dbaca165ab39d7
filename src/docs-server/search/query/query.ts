/**
 * A question as people ask it -> what to look for: terms, each with the spellings that docs may use for it. Pure.
 */
import { contentWordsOf, namePartsOf, stemOf, wordsOf } from '../index/analyzer.ts';
import { followUpWords, stopWords } from '../index/stop-words.ts';
import { type Expansion, generalSynonyms, type Spelling, type Synonyms } from './synonyms.ts';

/** One thing that a question asks about. */
export interface Term {
  /** As it was asked, lower case. */
  readonly text: string;
  /** The words that its name is made of; one for most. */
  readonly parts: readonly string[];
  /** The word as asked first. */
  readonly spellings: readonly Spelling[];
  /** The term is a phrase, whose words are terms of their own. */
  readonly isPhrase: boolean;
}

/** A question taken apart. */
export interface Query {
  readonly terms: readonly Term[];
  /** Compounds of neighbouring words: "stream text" may mean `streamText`. */
  readonly names: readonly string[];
}

/** A question taken apart. */
export function toQuery(question: string, synonyms: Synonyms = generalSynonyms): Query {
  const words = contentWordsOf(question);
  const said = synonyms.expansionsOf(
    wordsOf(question)
      .flatMap((word) => word.toLowerCase().split('-'))
      .slice(0, maxWords),
  );
  const terms = new Map(words.map((word) => [word.toLowerCase(), toTerm(word, said)]));
  const phrases = said.filter((saying) => saying.words.length > 1).map(toPhrase);
  const joined = words.map((word) => namePartsOf(word).join(''));
  return {
    terms: [...terms.values(), ...phrases],
    names: joined.slice(1).map((word, at) => (joined[at] ?? '') + word),
  };
}

/** A longer question says what it is about. */
const maxAsksOnChars = 200;

/** Whether a question is about what was asked before and nothing else: "why?", "show me an example". */
export function isFollowUp(question: string): boolean {
  if (question.length > maxAsksOnChars) return false;
  const words = wordsOf(question).map((word) => word.toLowerCase());
  return (
    words.some((word) => followUpWords.has(word)) &&
    words.every((word) => stopWords.has(word) || followUpWords.has(word))
  );
}

/** Phrases are searched for among the first so many words. */
const maxWords = 100;
/** The number of parts of a long name that are searched for. */
const maxParts = 8;

function toTerm(word: string, said: readonly Expansion[]): Term {
  const text = word.toLowerCase();
  const parts = namePartsOf(word);
  const spellings: Spelling[] = [{ words: [parts.join('')], weight: 1 }];
  if (parts.length > 1) spellings.push({ words: parts.slice(0, maxParts), weight: /[-']/.test(word) ? 1 : 0.6 });
  const meant = said.find(({ words }) => words.length === 1 && stemOf(words.join('')) === stemOf(text));
  spellings.push(...(meant?.meanings ?? []));
  return { text, parts, spellings, isPhrase: false };
}

/** The expansions of a phrase, besides its words, which are terms of their own. */
function toPhrase({ words, meanings }: Expansion): Term {
  const parts = words.filter((word) => !stopWords.has(word));
  return {
    text: words.join(' '),
    parts: parts.length > 0 ? parts : words,
    spellings: meanings,
    isPhrase: true,
  };
}
