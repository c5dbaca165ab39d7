/**
 * Scores of all sections and pages for one query, term at a time, in dense arrays: at the sizes of docs this takes less time
 * than algorithms that skip postings (MaxScore, WAND) save, and every score is exact. Reused from query to query.
 */
import type { Level } from '../index/segment.ts';
import type { Match } from '../index/word-index.ts';

/** The best score of each text among the spellings of a term (dis-max). */
class BestScores {
  readonly #best: Float64Array;
  readonly #touched: Int32Array;
  count = 0;

  constructor(texts: number) {
    this.#best = new Float64Array(texts);
    this.#touched = new Int32Array(texts);
  }

  add({ bySegment }: Match, weight: number): void {
    const best = this.#best;
    for (const { texts, scores, first, scale } of bySegment) {
      for (let at = 0; at < texts.length; at += 1) {
        const text = first + (texts[at] ?? 0);
        const score = (scores[at] ?? 0) * scale * weight;
        const before = best[text] ?? 0;
        if (before === 0) this.#touched[this.count++] = text;
        if (score > before) best[text] = score;
      }
    }
  }

  /** Adds the scores to the totals, and forgets them. */
  moveTo(totals: Float64Array, weight: number): void {
    for (let at = 0; at < this.count; at += 1) {
      const text = this.#touched[at] ?? 0;
      totals[text] = (totals[text] ?? 0) + weight * (this.#best[text] ?? 0);
      this.#best[text] = 0;
    }
    this.count = 0;
  }

  /** Adds the same to the total of every text that contains the term. */
  mark(totals: Float64Array, value: number): void {
    for (let at = 0; at < this.count; at += 1) {
      const text = this.#touched[at] ?? 0;
      totals[text] = (totals[text] ?? 0) + value;
    }
  }
}

export class TermScores {
  /** BM25F, summed over the terms. */
  readonly sections: Float64Array;
  readonly pages: Float64Array;
  /** The weight of the terms that the page contains. */
  readonly covered: Float64Array;
  readonly #best: Readonly<Record<Level, BestScores>>;

  constructor(counts: Readonly<Record<Level, number>>) {
    this.sections = new Float64Array(counts.sections);
    this.pages = new Float64Array(counts.pages);
    this.covered = new Float64Array(counts.pages);
    this.#best = { sections: new BestScores(counts.sections), pages: new BestScores(counts.pages) };
  }

  /** Resets the scores for the next query. */
  clear(): void {
    for (const scores of [this.sections, this.pages, this.covered]) scores.fill(0);
  }

  /** Adds one spelling of the current term. Returns how many texts contain this spelling or an earlier one. */
  addSpelling(level: Level, match: Match, weight: number): number {
    this.#best[level].add(match, weight);
    return this.#best[level].count;
  }

  /** Ends a term. `coverage`: what it adds to `covered` for pages that contain it. */
  endTerm(weight: number, coverage: number): void {
    if (coverage > 0) this.#best.pages.mark(this.covered, coverage);
    this.#best.sections.moveTo(this.sections, weight);
    this.#best.pages.moveTo(this.pages, weight);
  }
}
