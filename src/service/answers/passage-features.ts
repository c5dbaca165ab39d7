/**
 * The features by which passages are ranked, summed with the weights of `passage-weights.json`. `npm run fit` fits the weights
 * to the passages that contain the facts of right answers. Pure.
 */
import { maxTermWeight, type WeighedTerm } from '../search/ranking/matching.ts';
import { commonness } from '../search/ranking/word-frequency.ts';
import type { Candidate } from './passage-candidates.ts';
import fitted from './passage-weights.json' with { type: 'json' };

/** The features of a passage, or their weights. */
export interface PassageFeatures {
  /** Score of its page, relative to the best page. */
  readonly page: number;
  /** Score of its section, relative to the best section. */
  readonly section: number;
  /** Weighted share of the query terms that it contains; terms that the answer already contains count less. */
  readonly match: number;
  /** The same, if it is code: code shows best how to do something. */
  readonly codeMatch: number;
}

export const fittedPassageWeights: PassageFeatures = fitted;

/** The weight of an everyday word; a word that everyday English lacks has 1.2. */
const everydayWeight = 0.2;

/**
 * The share of each term in the weight of the question. Everyday words are rare in docs merely because docs do not need them, so
 * their rarity says little about what was meant.
 */
export function sharesOf(terms: readonly WeighedTerm[]): readonly number[] {
  const weights = terms.map(
    ({ weight, parts }) => Math.min(weight, maxTermWeight) * (1 + everydayWeight - Math.max(...parts.map(commonness))),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return weights.map((weight) => weight / total);
}

/** `said`: how often the answer already contains each term. */
export function passageFeatures(
  { page, section, says, passage }: Candidate,
  shares: readonly number[],
  said: readonly number[],
): PassageFeatures {
  let match = 0;
  for (const [at, share] of shares.entries()) match += (share * (says[at] ?? 0)) / (1 + (said[at] ?? 0));
  return { page, section, match, codeMatch: passage.kind === 'code' ? match : 0 };
}
