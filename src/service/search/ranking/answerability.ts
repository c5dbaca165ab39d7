/**
 * Answerability: whether the docs answer a question. A logistic regression on the relevance of the best page, on the share of the
 * question that names things which the docs never mention, and on the size of the docs. Below `thresholds.refuse` in weights.json
 * the answer is “I found no page about …” (answers/refusal). Other features were tried: docs/decisions/answerability.
 */
import { frequentWordsOf } from '../../content/language.ts';
import { idf, minTexts } from '../index/inverted-index.ts';
import type { WordIndex } from '../index/word-index.ts';
import { type MatchedTerm, weightOf } from './matching.ts';
import { weighted } from './page-features.ts';
import type { PageHit } from './search-result.ts';
import type { AnswerabilityFeatures, RankingWeights } from './weights.ts';
import { commonness } from './word-frequency.ts';

/** The features of a question, in the language `askedIn` if it tells, and the best page for it. */
export function answerabilityFeatures(
  matched: readonly MatchedTerm[],
  index: WordIndex,
  best: PageHit,
  weights: RankingWeights,
  askedIn: string | undefined,
): AnswerabilityFeatures {
  const relevance = weighted({ ...best.features, inboundLinks: 0 }, weights.page);
  const corpusSize = Math.log(Math.max(index.counts.sections, minTexts));
  return { relevance, foreign: Math.sqrt(foreignShare(matched, index, askedIn)), corpusSize, bias: 1 };
}

/** From 0 to 1: how likely the docs answer. */
export function answerabilityOf(features: AnswerabilityFeatures, weights: AnswerabilityFeatures): number {
  return 1 / (1 + Math.exp(-weighted(features, weights)));
}

/** Only words as asked count: synonyms in the docs say little about whether the docs answer. */
function foreignShare(matched: readonly MatchedTerm[], index: WordIndex, askedIn = 'en'): number {
  // In docs in other languages every word would look like a name.
  if (!isEnglish(index) || (askedIn !== 'en' && sharesWords(matched, askedIn))) return 0;
  const own = matched
    .filter(({ term }) => !term.isPhrase)
    .map((match) => ({ ...match, term: { ...match.term, weight: idf(match.exact, index.counts.sections) } }));
  const foreign = own.reduce((sum, match) => sum + weightOf([match]) * foreignness(match), 0);
  return foreign / (weightOf(own) || 1);
}

/**
 * Whether a question in another language than English has words of the docs, such as the names of things, in so large a part
 * that they are what it is about. The docs may have the others in translation.
 */
function sharesWords(matched: readonly MatchedTerm[], askedIn: string): boolean {
  const frequent = frequentWordsOf(askedIn);
  const own = matched.filter(({ term }) => !term.isPhrase && !frequent.includes(term.text));
  const found = own.filter(({ exact }) => exact > 0);
  return found.length > 0 && found.length >= leastShared * own.length;
}

const leastShared = 0.25;

/**
 * "the" occurs in seven of ten sections of English docs, and in one of ten if they are terse; in docs in other languages, which
 * contain some English as well, in about one of thirty.
 */
function isEnglish(index: WordIndex): boolean {
  const found = ['the', 'and', 'with'].reduce((sum, word) => sum + index.documentFrequency(word), 0);
  return found > 0.15 * index.counts.sections;
}

/** How likely it is that a term names something which the docs hardly mention: 0 to 1. Numbers do not count. */
function foreignness({ term, exact }: MatchedTerm): number {
  if (/^\d/.test(term.text)) return 0;
  return (1 - Math.max(commonness(term.text), ...term.parts.map(commonness))) / (1 + exact);
}
