/**
 * How a search went, as signs of whether the docs answer. In: the terms of a question with what speaks of each, the page
 * that fits best. Out: what `coverage.ts` weighs. Pure.
 */

import type { Page } from '../../content/pages.ts';
import { stemOf } from '../index/analyzer.ts';
import { idf } from '../index/inverted-index.ts';
import type { WordIndex } from '../index/word-index.ts';
import type { Evidence } from './answerability.ts';
import { type MatchedTerm, shareOf, spellingsAsAsked, weightOf } from './matching.ts';
import { everydayness } from './word-frequency.ts';

/** What more than this share of the sections speaks of, the docs are about. */
const topicShare = 0.05;

/** Of the words as they were asked: that the docs speak of what those may mean says little of whether they answer. */
export function evidenceOf(
  matched: readonly MatchedTerm[],
  index: WordIndex,
  best: { readonly page: Page; readonly score: number },
): Evidence {
  const own = matched
    .filter(({ term }) => !term.isPhrase)
    .map((each) => ({ ...each, term: { ...each.term, weight: idf(each.exact.size, index.sections.length) } }));
  const often = topicShare * index.sections.length;
  const topical = shareOf(own, ({ term, exact }) => {
    const isTopic = spellingsAsAsked(term).some(({ words }) => words.every((word) => index.topics.has(stemOf(word))));
    return isTopic || exact.size > often;
  });
  const at = index.pages.indexOf(best.page);
  // Not one call with all of them: a page may have more sections than a call can have arguments.
  const together = sectionsOf(index, at).reduce((most, section) => {
    return Math.max(
      most,
      shareOf(own, ({ exact }) => exact.has(section)),
    );
  }, 0);
  const asked = weightOf(own);
  const foreign = own.reduce((sum, each) => sum + weightOf([each]) * foreignness(each, index), 0) / asked;
  return { asked, fit: best.score / asked, topical, together, foreign };
}

/** What no more than this share of the sections speaks of, they mention in passing. */
const passingShare = 0.001;

/** How surely a term names something that the docs hardly speak of; a number names nothing. From 0 to 1. */
function foreignness({ term, exact }: MatchedTerm, index: WordIndex): number {
  if (exact.size > passingShare * index.sections.length || /^\d/.test(term.text) || !isEnglish(index)) return 0;
  const usual = Math.max(everydayness(term.text), ...term.parts.map(everydayness));
  return (1 - usual) / (1 + exact.size);
}

/** Of English docs seven in ten sections say "the". In others every word looks like a name. */
function isEnglish(index: WordIndex): boolean {
  return index.documentFrequency('the') > 0.3 * index.sections.length;
}

/** Positions of the sections of the page at a position. */
function sectionsOf(index: WordIndex, page: number): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < index.sections.length; at++) if (index.sections[at]?.page === page) found.push(at);
  return found;
}
