/**
 * Whether the docs answer a question: logistic regression on how well the best page fits and on how much of the question
 * names what the docs never speak of, both as shares of the weight of what was asked, and on how large the docs are. Of some
 * fifty features tried, no other one made it better on projects that it was not fitted on. Below the threshold in weights.json
 * (`thresholds.refuse`) the answer is “The docs do not say”; answers/refusal has that and the other cases.
 */
import { idf, minTexts } from '../index/inverted-index.ts';
import type { WordIndex } from '../index/word-index.ts';
import { type MatchedTerm, weightOf } from './matching.ts';
import { weighted } from './page-features.ts';
import type { PageHit } from './search-result.ts';
import type { AnswerabilityFeatures, RankingWeights } from './weights.ts';
import { commonness } from './word-frequency.ts';

/** The features of a question and the best page for it. */
export function answerabilityFeatures(
  matched: readonly MatchedTerm[],
  index: WordIndex,
  best: PageHit,
  weights: RankingWeights,
): AnswerabilityFeatures {
  const relevance = weighted({ ...best.features, inboundLinks: 0 }, weights.page);
  const corpusSize = Math.log(Math.max(index.counts.sections, minTexts));
  return { relevance, foreign: Math.sqrt(foreignShare(matched, index)), corpusSize, bias: 1 };
}

/** From 0 to 1: how likely the docs answer. */
export function answerabilityOf(features: AnswerabilityFeatures, weights: AnswerabilityFeatures): number {
  return 1 / (1 + Math.exp(-weighted(features, weights)));
}

/** Only the words as asked count: synonyms in the docs say little about whether the docs answer. */
function foreignShare(matched: readonly MatchedTerm[], index: WordIndex): number {
  // In docs of other languages every word would look like a name.
  if (!isEnglish(index)) return 0;
  const own = matched
    .filter(({ term }) => !term.isPhrase)
    .map((each) => ({ ...each, term: { ...each.term, weight: idf(each.exact, index.counts.sections) } }));
  const foreign = own.reduce((sum, each) => sum + weightOf([each]) * foreignness(each), 0);
  return foreign / (weightOf(own) || 1);
}

/**
 * In English docs seven in ten sections contain "the"; where they are terse, one in ten. Docs in other languages hold some
 * English, too, one section in thirty or so.
 */
function isEnglish(index: WordIndex): boolean {
  const found = ['the', 'and', 'with'].reduce((sum, word) => sum + index.documentFrequency(word), 0);
  return found > 0.15 * index.counts.sections;
}

/** How likely a term names something that the docs hardly mention; numbers do not count. From 0 to 1. */
function foreignness({ term, exact }: MatchedTerm): number {
  if (/^\d/.test(term.text)) return 0;
  return (1 - Math.max(commonness(term.text), ...term.parts.map(commonness))) / (1 + exact);
}
