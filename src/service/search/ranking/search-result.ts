/** The result of a search. Types only. */
import type { Section } from '../../content/markdown/sections.ts';
import type { Page } from '../../content/page.ts';
import type { WeighedTerm } from './matching.ts';
import type { AnswerabilityFeatures, PageFeatures } from './weights.ts';

/** A section that fits. */
export interface SectionHit {
  readonly section: Section;
  readonly score: number;
}

/** A page that fits, with its best sections, best first. */
export interface PageHit {
  readonly page: Page;
  readonly score: number;
  /** The features behind the score. */
  readonly features: PageFeatures;
  readonly sections: readonly SectionHit[];
}

/** A search result. */
export interface SearchResult {
  readonly terms: readonly WeighedTerm[];
  /** Best first. */
  readonly pages: readonly PageHit[];
  /** How likely the docs answer: 0 to 1. */
  readonly answerability: number;
  /** The features behind it; undefined where nothing was found. */
  readonly evidence?: AnswerabilityFeatures | undefined;
}
