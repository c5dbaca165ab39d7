/** Turns a question as people ask it into a query: terms, each with the spellings that docs may use for it. Pure. */
import { contentWordsOf, namePartsOf, stemOf, wordsOf } from '../index/analyzer.ts';
import { followUpWords, stopWords } from '../index/stop-words.ts';
import { type Expansion, generalSynonyms, type Spelling, type Synonyms } from './synonyms.ts';

/** One thing that a question asks about. */
export interface Term {
  /** As in the question, lower case. */
  readonly text: string;
  /** The parts of a compound name; most terms have only one. */
  readonly parts: readonly string[];
  /** The spelling in the question comes first. */
  readonly spellings: readonly Spelling[];
  /** Whether the term is a phrase, whose words are also terms of their own. */
  readonly isPhrase: boolean;
  /** Words or stems that may be meant, which are its last spellings, if neither the docs nor everyday English have the word. */
  readonly meant?: readonly string[];
}

/** An analyzed question. */
export interface Query {
  readonly terms: readonly Term[];
  /** Compounds of neighbouring words: "stream text" may mean `streamText`. */
  readonly names: readonly string[];
}

export function toQuery(question: string, synonyms: Synonyms = generalSynonyms): Query {
  const words = contentWordsOf(question);
  const expansions = synonyms.expansionsOf(
    wordsOf(question)
      .flatMap((word) => word.toLowerCase().split('-'))
      .slice(0, maxWords),
  );
  const terms = new Map(words.map((word) => [word.toLowerCase(), toTerm(word, expansions)]));
  const phrases = expansions.filter((expansion) => expansion.words.length > 1).map(toPhrase);
  const joined = words.map((word) => namePartsOf(word).join(''));
  return {
    terms: [...terms.values(), ...phrases],
    names: joined.slice(1).map((word, at) => (joined[at] ?? '') + word),
  };
}

/** Longer questions are clear without the previous one. */
const maxFollowUpChars = 200;

/** Whether a question is only about the previous one: "why?", "show me an example". */
export function isFollowUp(question: string): boolean {
  if (question.length > maxFollowUpChars) return false;
  const words = wordsOf(question).map((word) => word.toLowerCase());
  return (
    words.some((word) => followUpWords.has(word)) &&
    words.every((word) => stopWords.has(word) || followUpWords.has(word))
  );
}

const pointsBack =
  /^\s*(?:and|but|or|so|what about|how about|ok|also|then)\b|\b(?:it|that|this|those|these|them|there|instead)\b/i;

/** More terms say by themselves what is asked about. */
const maxDependentTerms = 3;

/** Whether a question is short or refers back, and so makes no sense without what was said before. */
export function isDependent(question: string, terms: readonly Term[]): boolean {
  return terms.length <= maxDependentTerms || pointsBack.test(question);
}

/** How many words of a question are searched for phrases. */
const maxWords = 100;
/** How many parts of a long name are searched for. */
const maxParts = 8;

function toTerm(word: string, expansions: readonly Expansion[]): Term {
  const text = word.toLowerCase();
  const parts = namePartsOf(word);
  const spellings: Spelling[] = [{ words: [parts.join('')], weight: 1 }];
  if (parts.length > 1) spellings.push({ words: parts.slice(0, maxParts), weight: /[-']/.test(word) ? 1 : 0.6 });
  const single = expansions.find(({ words }) => words.length === 1 && stemOf(words.join('')) === stemOf(text));
  spellings.push(...(single?.meanings ?? []));
  return { text, parts, spellings, isPhrase: false };
}

/** A phrase as a term, besides its words, which are terms of their own. */
function toPhrase({ words, meanings }: Expansion): Term {
  const parts = words.filter((word) => !stopWords.has(word));
  return {
    text: words.join(' '),
    parts: parts.length > 0 ? parts : words,
    spellings: meanings,
    isPhrase: true,
  };
}
