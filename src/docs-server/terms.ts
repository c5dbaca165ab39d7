/**
 * Words. In: a question as people ask it, or text of a page. Out: what to look for, each thing with the ways in which
 * docs may write it; and the stems of a text. Pure.
 */
import { stemmer } from 'stemmer';
import { synonymsOf } from './synonyms.ts';

/** One way in which docs may write a term. */
export interface Spelling {
  /** Lower-case words, all of which are said. */
  readonly words: readonly string[];
  /** 1 for the word as asked, less for what may be meant. */
  readonly weight: number;
}

/** One thing that a question asks about. */
export interface Term {
  /** As it was asked, lower case. */
  readonly text: string;
  /** The words that its name is made of; one for most. */
  readonly parts: readonly string[];
  /** As asked first. */
  readonly spellings: readonly Spelling[];
}

/** A question taken apart. */
export interface Query {
  readonly terms: readonly Term[];
  /** Neighbours in the question grown together: "stream text" may mean `streamText`. */
  readonly names: readonly string[];
}

/** Words that a question is made of, whatever it is about. */
const stopWords = new Set(
  `a able about absolutely actually afterwards again all already also although always am an and another any anybody
  anymore anyone anything anyway apparently are around as asap at basically be because been being best better bit
  btw but by can can't cannot cant cause come comes coming cool could couldn't couldnt cuz dear did didn't didnt
  do docs documentation does doesn't doesnt doing don't dont dunno each easily easy either else enough even ever
  every everybody everyone everything exactly existing far few folks for from get gets getting give given go going
  gonna good got great guys had has hasn't hasnt have haven't havent having hell hello help here hey hi honestly
  how i i'd i'll i'm i've idea idk if im imo in instead into is isn't isnt it it's its ive just kind know later
  latest let like lol looking lot lots make makes may maybe me mean might mind moment morning much must my myself
  need needed needs nice no nothing now of off often ok okay on one only or other otherwise our out over perhaps
  please pls plz possible problem proper properly put puts question quick quite rather real really right said same
  say says see seem seems shall should shouldn't shouldnt show simple simply since so some somebody somehow
  someone something soon sort still stuff such suddenly super supposed sure take takes tell than thank thanks that
  that'd that's thats the their them then there there's these they they're thing things this those though thx to
  today together too totally tried trouble try trying ty understand until up us use used uses using usually very
  wanna want wants was wasn't wasnt way ways we weird well went were what what's whatever whats when whenever
  where whether which while who whole whose why will wish with won't wondering wont work would wrong yes yet you
  your`.split(/\s+/),
);

/** A question taken apart. Every word counts in quotes, and when nothing but stop words was asked. */
export function toQuery(question: string): Query {
  const asked = wordsOf(question);
  const quoted = new Set([...question.matchAll(quotes)].flatMap(([, text = '']) => wordsOf(text)));
  const kept = asked.filter((word) => !stopWords.has(word.toLowerCase()) || quoted.has(word));
  const words = (kept.length > 0 ? kept : asked).slice(0, maxTerms);
  const terms = new Map(words.map((word) => [word.toLowerCase(), toTerm(word)]));
  const joined = words.map((word) => namePartsOf(word).join(''));
  return { terms: [...terms.values()], names: joined.slice(1).map((word, at) => (joined[at] ?? '') + word) };
}

/** A question of more words than this is a log or a file; its beginning says what it is about. */
const maxTerms = 40;
/** `'use server'` is a name. */
const quotes = /(?<![\p{L}\p{N}])["'`“]([^"'`“”\n]{2,60})["'`”](?![\p{L}\p{N}])/gu;

/** Words in order; `useChat`, `max_steps`, `--flag` and `multi-step` stay whole, `a.b` is two. */
function wordsOf(question: string): readonly string[] {
  const words = plainLetters(question.replaceAll('’', "'")).match(/[\p{L}\p{N}_$]+(?:['-][\p{L}\p{N}_$]+)*/gu);
  return words ?? [];
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

function toTerm(word: string): Term {
  const text = word.toLowerCase();
  const parts = namePartsOf(word);
  const spellings: Spelling[] = [{ words: [parts.join('')], weight: 1 }];
  if (parts.length > 1) spellings.push({ words: parts, weight: /[-']/.test(word) ? 1 : 0.6 });
  for (const other of synonymsOf(text)) spellings.push({ words: namePartsOf(other), weight: 0.5 });
  return { text, parts, spellings };
}

/** `useChatHTTPStream_v2` -> use, chat, http, stream, v2 */
function namePartsOf(word: string): readonly string[] {
  return word
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
}

const stemByWord = new Map<string, string>();
const maxStems = 50_000;

/** The stem of a lower-case word, by the same algorithm as the index. */
export function stemOf(word: string): string {
  let stem = stemByWord.get(word);
  if (stem === undefined) {
    if (stemByWord.size >= maxStems) stemByWord.clear();
    stem = stemmer(word);
    stemByWord.set(word, stem);
  }
  return stem;
}

/** The stems of a text in order: a name's own, then those of its parts; names such as `Next.js` at the end. */
export function stemsIn(text: string): readonly string[] {
  const plain = plainLetters(text);
  const words = (plain.match(/[\p{L}\p{N}_$]+/gu) ?? []).flatMap(stemsOf);
  const names = (plain.match(joinedNames) ?? []).map(namePartsOf).filter((parts) => parts.length < 4);
  return [...words, ...names.map((parts) => stemOf(parts.join('')))];
}

const stemsByWord = new Map<string, readonly string[]>();

function stemsOf(word: string): readonly string[] {
  const known = stemsByWord.get(word);
  if (known) return known;
  const parts = namePartsOf(word);
  const joined = stemOf(parts.join(''));
  const found = parts.length < 2 ? [joined] : [joined, ...parts.map(stemOf)];
  if (stemsByWord.size >= maxStems) stemsByWord.clear();
  stemsByWord.set(word, found);
  return found;
}

const joinedNames = /[A-Za-z0-9]+(?:[._/-][A-Za-z0-9]+)+/g;

/** The stems of what a title says, each once, names taken apart. */
export function titleStemsOf(title: string): readonly string[] {
  return [...new Set(toQuery(title).terms.flatMap(({ parts }) => parts.map(stemOf)))];
}
