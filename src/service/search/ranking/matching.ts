/**
 * Terms of a question -> scores of sections and pages. In: terms, an index. Out: the weight of a term, and the scores of the
 * sections and pages that contain it in any of its spellings, added to those of the terms before.
 */

import { idf } from '../index/inverted-index.ts';
import { stopWords } from '../index/stop-words.ts';
import type { WordIndex } from '../index/word-index.ts';
import type { Term } from '../query/query.ts';
import type { Spelling } from '../query/synonyms.ts';
import type { TermScores } from './term-scores.ts';
import { commonness } from './word-frequency.ts';

/** A term of the question with its weight: rare words weigh more. */
export interface WeighedTerm extends Term {
  /** Near 0 for a word in every section. */
  readonly weight: number;
}

/** A term that was searched for. */
export interface MatchedTerm {
  readonly term: WeighedTerm;
  /** How many sections contain it as it was asked, or as a misspelt word was meant; 0 for a phrase. */
  readonly exact: number;
}

/** A synonym that the docs use this many times as often as the word of the question counts as the docs' own word. */
const calledSo = 3;
/** The weight of the docs' own word. */
const calledWeight = 0.85;

/**
 * Adds a term to the scores: the best of its spellings counts. `weight`: its weight among the terms.
 * `covers`: pages that contain it cover a part of the question.
 */
export function scoreTerm(
  index: WordIndex,
  scores: TermScores,
  term: Term,
  { weight = 1, covers = true } = {},
): MatchedTerm {
  const found = term.spellings.map((spelling) => ({ ...spelling, match: index.match(spelling.words, 'sections') }));
  const often = term.isPhrase ? Number.POSITIVE_INFINITY : calledSo * (found[0]?.match.count ?? 0);
  const asAsked = countAsAsked(term);
  let [exact, saying] = [0, 0];
  for (const [at, { words, match, weight: own }] of found.entries()) {
    const worth = match.count > often ? Math.max(calledWeight, own) : own;
    saying = scores.addSpelling('sections', match, worth);
    scores.addSpelling('pages', index.match(words, 'pages'), worth);
    if (at < asAsked) exact = saying;
  }
  const weighed = { ...term, weight: idf(saying, index.counts.sections) };
  scores.endTerm(weight, covers ? Math.min(weighed.weight, maxTermWeight) : 0);
  return { term: weighed, exact };
}

/** How many spellings, from the first on, are the word as it was asked: a name may be one word in the docs, or its parts. */
function countAsAsked({ spellings, parts, isPhrase, meant }: Term): number {
  if (isPhrase) return 0;
  return meant ? spellings.length : Math.min(spellings.length, parts.length > 1 ? 2 : 1);
}

/** Splits a compound name that the docs do not use, such as an error code, into its parts. */
export function takenApart(index: WordIndex, term: Term): readonly Term[] {
  const isSaid = term.spellings.some(({ words }) => index.match(words, 'sections').count > 0);
  if (term.isPhrase || term.parts.length < 2 || isSaid) return [term];
  const parts = term.parts.filter((part) => !stopWords.has(part));
  return parts.map((text) => ({ text, parts: [text], spellings: [{ words: [text], weight: 1 }], isPhrase: false }));
}

/** Each unknown word takes a millisecond; a question of more terms is clear without some of them. */
const maxRespelt = 16;

/** Adds words of the docs of which an unknown word may be a misspelling. `terms`: how many the question has. */
export function corrected(index: WordIndex, term: Term, terms: number): Term {
  if (term.isPhrase) return term;
  const word = term.parts.join('');
  if (word.length < 5 || /\d/.test(word)) return term;
  if (term.spellings.some(({ words }) => index.uses(words))) return term;
  // A word of everyday English is spelt as it was meant, and the docs lack it.
  const isEveryday = commonness(term.text) > 0;
  const respelt = isEveryday || terms > maxRespelt ? [] : index.respelt(word);
  const near = respelt.length > 0 ? respelt : index.nearest(word);
  const corrections: readonly Spelling[] = near.map((other) => ({ words: [other], weight: 0.7 }));
  const spellings = [...term.spellings, ...corrections];
  return near.length > 0 && !isEveryday ? { ...term, spellings, meant: near } : { ...term, spellings };
}

/** An upper bound: a word that the docs hardly use weighs no more than a rare one. */
export const maxTermWeight = 5;

/** The weight of the whole question. */
export function weightOf(own: readonly MatchedTerm[]): number {
  return own.reduce((total, { term }) => total + Math.min(term.weight, maxTermWeight), 0);
}
