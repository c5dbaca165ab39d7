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
  /** Proximity of neighbouring words of the question in one of its best sections. */
  readonly proximity: number;
  /** Share of the title's words that were asked for. */
  readonly titleCoverage: number;
  /** Share of the question's weight that the page contains anywhere. */
  readonly termCoverage: number;
  /** ln(1 + pages that link to it). */
  readonly inboundLinks: number;
}

/** The features of answerability, or their weights. */
export interface AnswerabilityFeatures {
  /** Score of the best page, without its inbound links. */
  readonly relevance: number;
  /** Square root of the share of the question's weight in words that occur neither in the docs nor in everyday English. */
  readonly foreign: number;
  /** ln(sections): of more sections one fits well by chance. */
  readonly corpusSize: number;
  /** Always 1. */
  readonly bias: number;
}

/** Thresholds of the probability that the docs answer. */
export interface Thresholds {
  /** Below it a question is refused. */
  readonly refuse: number;
}

export interface RankingWeights {
  readonly page: PageFeatures;
  readonly answerability: AnswerabilityFeatures;
  readonly thresholds: Thresholds;
}

export const fittedWeights: RankingWeights = fitted;
