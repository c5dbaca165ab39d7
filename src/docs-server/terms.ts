/**
 * Words. In: a question as people ask it, or text of a page. Out: what to look for, each thing with the ways in which
 * docs may write it; and the stems of a text. Pure.
 */
import { stemmer } from 'stemmer';
import { followUpWords, stopWords } from './stop-words.ts';
import { type Saying, type Spelling, sayingsIn } from './synonyms.ts';

/** One thing that a question asks about. */
export interface Term {
  /** As it was asked, lower case. */
  readonly text: string;
  /** The words that its name is made of; one for most. */
  readonly parts: readonly string[];
  /** As asked first. */
  readonly spellings: readonly Spelling[];
  /** It stands for a phrase, whose words are terms of their own. */
  readonly isPhrase: boolean;
}

/** A question taken apart. */
export interface Query {
  readonly terms: readonly Term[];
  /** Neighbours in the question grown together: "stream text" may mean `streamText`. */
  readonly names: readonly string[];
}

/** A question taken apart. Every word counts in quotes, and when nothing but stop words was asked. */
export function toQuery(question: string): Query {
  const asked = wordsOf(question);
  const quoted = new Set([...question.matchAll(quotes)].flatMap(([, text = '']) => wordsOf(text)));
  const kept = asked.filter((word) => !stopWords.has(word.toLowerCase()) || quoted.has(word));
  const words = (kept.length > 0 ? kept : asked).slice(0, maxTerms);
  const said = sayingsIn(asked.flatMap((word) => word.toLowerCase().split('-')).slice(0, maxWords));
  const terms = new Map(words.map((word) => [word.toLowerCase(), toTerm(word, said)]));
  const phrases = said.filter((saying) => saying.words.length > 1).map(toPhrase);
  const joined = words.map((word) => namePartsOf(word).join(''));
  return {
    terms: [...terms.values(), ...phrases],
    names: joined.slice(1).map((word, at) => (joined[at] ?? '') + word),
  };
}

/** Whoever writes more than this says what it is about. */
const maxAsksOnChars = 200;

/** Whether a question is about what was asked before and nothing else: "why?", "show me an example". */
export function asksOn(question: string): boolean {
  if (question.length > maxAsksOnChars) return false;
  const words = wordsOf(question).map((word) => word.toLowerCase());
  return (
    words.some((word) => followUpWords.has(word)) &&
    words.every((word) => stopWords.has(word) || followUpWords.has(word))
  );
}

/** A question of more words than this is a log or a file; its beginning says what it is about. */
const maxTerms = 40;
const maxWords = 100;
/** A longer one is a key, a hash or made to do harm. */
const maxWordChars = 60;
/** Of a name that is made of more, so many are looked for. */
const maxParts = 8;
/** `'use server'` is a name. */
const quotes = /(?<![\p{L}\p{N}])["'`“]([^"'`“”\n]{2,60})["'`”](?![\p{L}\p{N}])/gu;

/** Words in order; `useChat`, `max_steps`, `--flag` and `multi-step` stay whole, `a.b` is two. */
function wordsOf(question: string): readonly string[] {
  const words = plainLetters(question.replaceAll('’', "'")).match(/[\p{L}\p{N}_$]+(?:['-][\p{L}\p{N}_$]+)*/gu);
  return words?.filter((word) => word.length <= maxWordChars) ?? [];
}

/** Without accents: people leave them out. */
function plainLetters(text: string): string {
  // Most text has none, and this is the dear part of reading it.
  return /[^\0-\x7f]/.test(text)
    ? text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .normalize('NFC')
    : text;
}

function toTerm(word: string, said: readonly Saying[]): Term {
  const text = word.toLowerCase();
  const parts = namePartsOf(word);
  const spellings: Spelling[] = [{ words: [parts.join('')], weight: 1 }];
  if (parts.length > 1) spellings.push({ words: parts.slice(0, maxParts), weight: /[-']/.test(word) ? 1 : 0.6 });
  const meant = said.find(({ words }) => words.length === 1 && stemOf(words.join('')) === stemOf(text));
  spellings.push(...(meant?.meanings ?? []));
  return { text, parts, spellings, isPhrase: false };
}

/** What a phrase means beside its words, which are terms of their own. */
function toPhrase({ words, meanings }: Saying): Term {
  const parts = words.filter((word) => !stopWords.has(word));
  return {
    text: words.join(' '),
    parts: parts.length > 0 ? parts : words,
    spellings: meanings,
    isPhrase: true,
  };
}

/** `useChatHTTPStream_v2` -> use, chat, http, stream, v2; JavaScript is no kind of Java. */
function namePartsOf(word: string): readonly string[] {
  return word
    .replaceAll('JavaScript', 'Javascript')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
}

const maxKept = 50_000;

/** What `work` gives for a word; kept for words that are short enough to be asked for. */
function remembering<T>(work: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    if (word.length > maxWordChars) return work(word);
    const worked = work(word);
    if (known.size >= maxKept) known.clear();
    known.set(word, worked);
    return worked;
  };
}

/** The stem of a lower-case word, by the same algorithm as the index. */
export const stemOf = remembering(stemmer);

/** A name's own stem, then those of its parts. */
const stemsOf = remembering((word): readonly string[] => {
  const parts = namePartsOf(word);
  const joined = stemOf(parts.join(''));
  return parts.length < 2 ? [joined] : [joined, ...parts.map(stemOf)];
});

/** The stems of a text in order: a name's own, then those of its parts; names such as `Next.js` at the end. */
export function stemsIn(text: string): readonly string[] {
  const plain = plainLetters(text);
  const words = (plain.match(/[\p{L}\p{N}_$]+/gu) ?? []).flatMap(stemsOf);
  const names = (plain.match(joinedNames) ?? []).map(namePartsOf).filter((parts) => parts.length < 4);
  return [...words, ...names.map((parts) => stemOf(parts.join('')))];
}

const joinedNames = /(?<![A-Za-z0-9])[A-Za-z0-9]+(?:[._/-][A-Za-z0-9]+)+/g;

/** The stems of what a title says, each once, names taken apart. */
export function titleStemsOf(title: string): readonly string[] {
  return [...new Set(toQuery(title).terms.flatMap(({ parts }) => parts.map(stemOf)))];
}
