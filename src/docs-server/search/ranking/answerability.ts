/**
 * Whether the docs answer a question. In: how the search for it went. Out: how likely it is. Pure.
 * No sign tells it by itself: words may stand somewhere in passing, and people ask for a thing in words of their own. So
 * a few signs are weighed, by logistic regression on questions about the docs of four projects, and on questions to the
 * docs of eight about things that they never speak of.
 */

/** How a search went. Shares are of what was asked, by weight. */
export interface Evidence {
  /** What was asked, as weight: the more rare words, the more; one that the docs do not use weighs most. */
  readonly asked: number;
  /** The best page's score for each of it. */
  readonly fit: number;
  /** The share that the docs have a title or a heading for, or speak of all over. */
  readonly topical: number;
  /** The share that one section of the best page says. */
  readonly together: number;
  /** The share that names what neither the docs speak of nor everyday English. */
  readonly foreign: number;
}

/**
 * Of the questions that they were fitted on, one in fifteen with an answer falls below a half, and four in five of the
 * others do. Of new ones in words that docs seldom use, more are judged wrongly: docs/evaluation.md.
 */
const weights: Evidence = { asked: 0.16, fit: 1.5, topical: 2.4, together: 2.9, foreign: -6 };
const bias = -7.45;

/** From 0 to 1; a half where the docs as likely answer as not. */
export function coverageOf({ asked, fit, topical, together, foreign }: Evidence): number {
  const signs = weights.asked * asked + weights.fit * fit + weights.topical * topical + weights.together * together;
  return 1 / (1 + Math.exp(-(signs + weights.foreign * foreign + bias)));
}
