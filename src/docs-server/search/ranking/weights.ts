/** The fitted weights of ranking and answerability: `npm run fit` writes weights.json from the development questions. */
import fitted from './weights.json' with { type: 'json' };

/** The features that a page is ranked by, or their weights. */
export interface PageFeatures {
  /** BM25F of its best section. */
  readonly bestSection: number;
  /** BM25F of the three sections after it, together. */
  readonly otherSections: number;
  /** BM25F of the page as one document. */
  readonly wholePage: number;
  /** How close neighbours in the question stand in one of its best sections. */
  readonly proximity: number;
  /** Share of the title's words that were asked for. */
  readonly titleCoverage: number;
  /** Share of what was asked that the page says anywhere. */
  readonly termCoverage: number;
  /** ln(1 + pages that link to it). */
  readonly inboundLinks: number;
}

/** The features by which the docs are judged to answer, or their weights. */
export interface AnswerabilityFeatures {
  /** Score of the best page, without its inbound links. */
  readonly relevance: number;
  /** Square root of the share of what was asked that neither the docs speak of nor everyday English: the first counts most. */
  readonly foreign: number;
  /** ln(sections): of more sections one fits well by chance. */
  readonly corpusSize: number;
  /** Always 1. */
  readonly bias: number;
}

/** Probabilities that the docs answer. */
export interface Thresholds {
  /** Below it a question is refused. */
  readonly refuse: number;
  /** Below it the answer says that it is only the closest that was found. */
  readonly closest: number;
}

export interface RankingWeights {
  readonly page: PageFeatures;
  readonly answerability: AnswerabilityFeatures;
  readonly thresholds: Thresholds;
}

export const fittedWeights: RankingWeights = fitted;
