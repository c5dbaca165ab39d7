/**
 * Terms of a question -> what speaks of each. In: terms, an index. Out: what a term weighs, the sections and pages that say
 * it in any of its spellings, and those that say it as it was asked. Pure.
 */

import { stemOf } from '../index/analyzer.ts';
import { idf, type Scores } from '../index/inverted-index.ts';
import { nearest } from '../index/spelling.ts';
import type { Matches, WordIndex } from '../index/word-index.ts';
import type { Term } from '../query/query.ts';
import type { Spelling } from '../query/synonyms.ts';

/** A term of the question and what it says about a page: rare words say more. */
export interface WeighedTerm extends Term {
  /** Near 0 for a word in every section. */
  readonly weight: number;
}

/** A term with what speaks of it. */
export interface MatchedTerm {
  readonly term: WeighedTerm;
  readonly matches: Matches;
  /** Sections that say it as it was asked; none of a phrase. */
  readonly exact: Scores;
}

/** What the docs use so many times as often as the word that was asked, they call it. */
const calledSo = 3;
/** What the docs call it weighs so much. */
const calledWeight = 0.85;

/** The best of a term's spellings counts, wherever it stands. */
export function matchTerm(index: WordIndex, term: Term): MatchedTerm {
  const best = { sections: new Map<number, number>(), pages: new Map<number, number>() };
  const found = term.spellings.map((spelling) => ({ ...spelling, ...index.match(spelling.words) }));
  const often = term.isPhrase ? Number.POSITIVE_INFINITY : calledSo * (found[0]?.sections.size ?? 0);
  for (const { sections, pages, ...spelling } of found) {
    const weight = sections.size > often ? Math.max(calledWeight, spelling.weight) : spelling.weight;
    for (const [at, score] of sections) best.sections.set(at, Math.max(best.sections.get(at) ?? 0, score * weight));
    for (const [at, score] of pages) best.pages.set(at, Math.max(best.pages.get(at) ?? 0, score * weight));
  }
  const exact = new Map(found.slice(0, spellingsAsAsked(term).length).flatMap(({ sections }) => [...sections]));
  return { term: { ...term, weight: idf(best.sections.size, index.sections.length) }, matches: best, exact };
}

/** A name stands in one word or in its parts. */
export function spellingsAsAsked({ spellings, parts, isPhrase }: Term): readonly Spelling[] {
  return isPhrase ? [] : spellings.slice(0, parts.length > 1 ? 2 : 1);
}

/** A word that the docs do not use, together with the ones that it may be a slip of. */
export function corrected(index: WordIndex, term: Term): Term {
  if (term.isPhrase) return term;
  const word = term.parts.join('');
  if (word.length < 5 || /\d/.test(word)) return term;
  if (term.spellings.some(({ words }) => words.every((each) => index.documentFrequency(stemOf(each)) > 0))) return term;
  const near = nearest(stemOf(word), index.vocabulary, index.documentFrequency);
  return { ...term, spellings: [...term.spellings, ...near.map((stem) => ({ words: [stem], weight: 0.7 }))] };
}

/** A word that the docs hardly use says no more of what was asked than a rare one. */
const maxTermWeight = 5;

/** What was asked, as weight. */
export function weightOf(own: readonly MatchedTerm[]): number {
  return own.reduce((total, { term }) => total + Math.min(term.weight, maxTermWeight), 0);
}

/** The share of what was asked, by weight, of which something is true. */
export function shareOf(own: readonly MatchedTerm[], isTrue: (matched: MatchedTerm) => boolean): number {
  return own.length === 0 ? 0 : weightOf(own.filter(isTrue)) / weightOf(own);
}
