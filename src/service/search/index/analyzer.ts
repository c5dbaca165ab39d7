/**
 * The analyzers (text -> words -> stems) that the index, the query and the passages share, one for each language. Pure;
 * stems of short words are cached.
 */

import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer } from 'stemmer';
import { stopWords } from './stop-words.ts';

/** Longer words are keys, hashes or attacks. */
const maxWordChars = 60;
/** Quoted text, such as `'use server'`, is a name. */
const quotes = /(?<![\p{L}\p{N}])["'`“]([^"'`“”\n]{2,60})["'`”](?![\p{L}\p{N}])/gu;

/** Words in order; `useChat`, `max_steps`, `--flag` and `multi-step` stay whole, `a.b` is two. */
export function wordsOf(question: string): readonly string[] {
  const runs = plainLetters(question.replaceAll('’', "'")).match(
    /[\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$]*(?:['-][\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$]*)*/gu,
  );
  return (runs ?? []).flatMap(segmented).filter((word) => word.length <= maxWordChars);
}

/**
 * Without accents, which people leave out, and in one width: full-width letters and half-width kana are written both ways.
 * Marks that make another letter, such as those of kana, Thai and Hindi, are kept.
 */
function plainLetters(text: string): string {
  // Most text has no accents, and normalizing is expensive.
  if (!/[^\0-\x7f]/.test(text)) return text;
  const plain = text.normalize('NFKD').replace(accents, '').normalize('NFC');
  // The vowels am of Thai and Lao are one letter in the dictionaries, which normalizing splits.
  return plain.replaceAll('\u0e4d\u0e32', '\u0e33').replaceAll('\u0ecd\u0eb2', '\u0eb3');
}

/** Those of kana and of й are no accents. */
const accents =
  /(?!(?<=[иИ])\u0306)[[\p{M}&&[\p{Script=Inherited}\p{Script=Common}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309a]]/gv;

/** `useChatHTTPStream_v2` -> use, chat, http, stream, v2; JavaScript is not Java. */
export function namePartsOf(word: string): readonly string[] {
  return word
    .replaceAll('JavaScript', 'Javascript')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((part) => part !== '');
}

const maxCached = 50_000;

/** Caches the results of `work` for words that are short enough to occur in a question. */
function cached<T>(work: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    if (word.length > maxWordChars) return work(word);
    const worked = work(word);
    if (known.size >= maxCached) known.clear();
    known.set(word, worked);
    return worked;
  };
}

/** Words of pages in one language -> stems. */
export interface Analyzer {
  /** With what the stems begin: empty for English, which is also used for what has no stemmer. */
  readonly prefix: string;
  /** The stem of a lower-case word, by the same algorithm as the index. */
  stemOf(word: string): string;
  /** The stems of a text in order: of a whole name, then of its parts; names such as `Next.js` at the end. */
  stemsIn(text: string): readonly string[];
}

function createAnalyzer(prefix: string, stem: (word: string) => string): Analyzer {
  const stemOf = cached((word) => prefix + stem(word));
  /** The stem of a whole name, then those of its parts. */
  const stemsOf = cached((word): readonly string[] => {
    const parts = namePartsOf(word);
    const joined = stemOf(parts.join(''));
    return parts.length < 2 ? [joined] : [joined, ...parts.map(stemOf)];
  });
  return {
    prefix,
    stemOf,
    stemsIn(text) {
      const plain = plainLetters(text);
      const words = (plain.match(/[\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$]*/gu) ?? []).flatMap(segmented).flatMap(stemsOf);
      const names = (plain.match(joinedNames) ?? []).map(namePartsOf).filter((parts) => parts.length < 4);
      return [...words, ...names.map((parts) => stemOf(parts.join('')))];
    },
  };
}

const joinedNames = /(?<![A-Za-z0-9])[A-Za-z0-9]+(?:[._/-][A-Za-z0-9]+)+/g;

const english = createAnalyzer('', (word) => (/^[\0-\x7f]*$/.test(word) ? stemmer(word) : lightStem(stemmer(word))));

/** Those for English, and for what people ask. */
export const { stemOf, stemsIn } = english;

const analyzers = new Map<string, Analyzer>();

/**
 * `tag`: of the language of a page. The stems of each language begin with its tag: a word of one is not to be found by the
 * stem of another's (German `Noten` has that of `not`). Docs in every language are full of English words, so these are
 * stemmed, too.
 */
export function analyzerOf(tag: string | undefined): Analyzer {
  const language = stemmedLanguage(tag);
  if (language === undefined) return english;
  const known = analyzers.get(language);
  if (known) return known;
  const analyzer = createAnalyzer(`${language}:`, (word) =>
    word.length > maxWordChars ? word : stemmer(plainLetters(snowballStem(word, language))),
  );
  analyzers.set(language, analyzer);
  return analyzer;
}

/** The words of a text without stop words, which count only in quotes and when there are no other words. */
export function contentWordsOf(text: string): readonly string[] {
  const all = wordsOf(text);
  const quoted = new Set([...text.matchAll(quotes)].flatMap(([, inner = '']) => wordsOf(inner)));
  const kept = all.filter((word) => !stopWords.has(word.toLowerCase()) || quoted.has(word));
  return (kept.length > 0 ? kept : all).slice(0, maxWords);
}

/** A longer text is a log or a file, whose beginning shows what it is about. */
const maxWords = 40;

/** The stems of a title's words, each once, with names split into their parts. */
export function titleStemsOf(title: string, analyzer = english): readonly string[] {
  return [...new Set(contentWordsOf(title).flatMap(namePartsOf).map(analyzer.stemOf))];
}

/** Chinese, Japanese, Thai, Lao, Khmer, Burmese. `ー` and the iteration marks belong to several scripts. */
const unspaced =
  /[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]&&[\p{L}\p{M}]]+/gv;

/** Longer runs are no sentences. The bound keeps the time in proportion to the text. */
const maxRunChars = 500;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The words of a run of letters; a run in a script with spaces is one word. */
function segmented(run: string): readonly string[] {
  if (/^[\0-\u0dff]*$/.test(run)) return [run];
  const words: string[] = [];
  let end = 0;
  for (const { index, 0: text } of run.matchAll(unspaced)) {
    if (index > end) words.push(run.slice(end, index));
    end = index + text.length;
    for (let at = 0; at < text.length; at += maxRunChars) {
      for (const { segment } of segmenter.segment(text.slice(at, at + maxRunChars))) words.push(segment);
    }
  }
  if (end < run.length) words.push(run.slice(end));
  // A hyphen between two scripts is left over.
  return words.map((word) => word.replace(/^['-]+|['-]+$/g, '')).filter((word) => word !== '');
}

const stemmers: ReadonlyMap<string, (word: string) => string> = new Map([
  ['ar', arabic],
  ['da', danish],
  ['de', german],
  ['es', spanish],
  ['fi', finnish],
  ['fr', french],
  ['hu', hungarian],
  ['it', italian],
  ['nl', dutch],
  ['no', norwegian],
  ['pt', portuguese],
  ['ro', romanian],
  ['ru', russian],
  ['sv', swedish],
  ['tr', turkish],
]);

/** Both written forms of Norwegian. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
]);

/** Endings that Snowball leaves, and those that it knows only with the accents that the words here have lost. */
const endings: Readonly<Record<string, readonly (readonly [ending: RegExp, instead: string])[]>> = {
  de: [
    [/iert(?:e[mnrs]?)?$/, 'ieren'],
    [/eln$/, 'el'],
  ],
  es: [[/ion$/, 'ión']],
  fr: [
    [/ions$/, 'ion'],
    [/ee(s?)$/, 'ée$1'],
    [/(?<=.{2}[^aeo][iu])s$/, ''],
  ],
  pt: [
    [/(?<=.{3})([aeo])is$/, '$1l'],
    [/oes$/, 'ao'],
    [/cao$/, 'ção'],
  ],
};

/** A language tag such as `pt-BR` -> the language whose stemmer fits; undefined: there is none, or it is English. */
function stemmedLanguage(tag: string | undefined): string | undefined {
  const [language = ''] = tag?.toLowerCase().split(/[-_]/) ?? [];
  const named = aliases.get(language) ?? language;
  return stemmers.has(named) ? named : undefined;
}

/** `language`: as `stemmedLanguage` names it. */
function snowballStem(word: string, language: string): string {
  const replaced = (endings[language] ?? []).reduce((text, [ending, other]) => text.replace(ending, other), word);
  return stemmers.get(language)?.(replaced) ?? replaced;
}

/** Of a case, number or person; longest first. */
const cyrillicEndings = `
  иями иях иям ией ость ости остью остей остям остях остями ого его ому ему ыми ими ами ями ешь ете ишь ите ать ять еть ить
  ает яет ают яют ием ых их ую юю ая яя ое ее ые ие ой ей ый ий ем им ым ом ам ям ах ях ов ев ию ия ья ья ью ет ют ит ят ут
  ал ял ел ил ла ло ли а я о е ы и у ю ь й`
  .trim()
  .split(/\s+/)
  .sort((a, b) => b.length - a.length);

const leastChars = 3;

/**
 * A light stem of a word in Cyrillic: the longest ending is cut, and never more than leaves three letters. Source: the
 * approach of Savoy, "Light Stemming Approaches for the French, Portuguese, German and Hungarian Languages", SAC 2006.
 */
function lightStem(word: string): string {
  if (!/^\p{Script=Cyrillic}+$/u.test(word)) return word;
  const ending = cyrillicEndings.find((end) => word.length - end.length >= leastChars && word.endsWith(end));
  return ending === undefined ? word : word.slice(0, -ending.length);
}
