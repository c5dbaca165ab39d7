/**
 * What a passage is taken for: a table of named features, summed with the weights of `passage-weights.json`, which `npm run fit`
 * fits to where the facts of right answers stand. Pure.
 */
import { maxTermWeight, type WeighedTerm } from '../search/ranking/matching.ts';
import { commonness } from '../search/ranking/word-frequency.ts';
import type { Candidate } from './passage-candidates.ts';
import fitted from './passage-weights.json' with { type: 'json' };

/** The features of a passage, or their weights. */
export interface PassageFeatures {
  /** Score of its page, as a share of the best page's. */
  readonly page: number;
  /** Score of its section, as a share of the best section's. */
  readonly section: number;
  /** Share of what was asked that it says itself; what the answer says already counts less. */
  readonly match: number;
  /** The same of code: a page shows best how to do what was asked. */
  readonly codeMatch: number;
}

export const fittedPassageWeights: PassageFeatures = fitted;

/** What an everyday word weighs, beside 1.2 for one that nobody says on the street. */
const everydayWeight = 0.2;

/**
 * The share of each term of what was asked, in their order. An everyday word is rare in docs because they have no use for it: where
 * they say it, it seldom is what was meant.
 */
export function sharesOf(terms: readonly WeighedTerm[]): readonly number[] {
  const weights = terms.map(
    ({ weight, parts }) => Math.min(weight, maxTermWeight) * (1 + everydayWeight - Math.max(...parts.map(commonness))),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return weights.map((weight) => weight / total);
}

/** `said`: how often the answer says each term already. */
export function passageFeatures(
  { page, section, says, passage }: Candidate,
  shares: readonly number[],
  said: readonly number[],
): PassageFeatures {
  let match = 0;
  for (const [at, share] of shares.entries()) match += (share * (says[at] ?? 0)) / (1 + (said[at] ?? 0));
  return { page, section, match, codeMatch: passage.kind === 'code' ? match : 0 };
}
