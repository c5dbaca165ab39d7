/**
 * The features by which a page is ranked: a table of named features, summed with the weights of `weights.json`, which `npm
 * run fit` fits. All except the inbound links are shares of the weight of the question, so that scores of different questions
 * are comparable.
 */
import type { QueryTerm } from '../index/proximity.ts';
import type { PlacedSegment } from '../index/word-index.ts';
import type { TermScores } from './term-scores.ts';
import type { PageFeatures } from './weights.ts';

/** The question: its weight, its stems with their weights, and its words in their order. */
export interface AskedFor {
  readonly total: number;
  readonly stems: ReadonlyMap<string, number>;
  readonly positions: ReadonlyMap<string, QueryTerm>;
}

export interface Candidate {
  /** By position. */
  readonly page: number;
  readonly score: number;
  readonly features: PageFeatures;
  readonly best: readonly ScoredSection[];
}

interface ScoredSection {
  /** By position. */
  readonly section: number;
  readonly score: number;
}

const maxSectionsPerPage = 4;

export const featureNames = [
  'bestSection',
  'otherSections',
  'wholePage',
  'proximity',
  'titleCoverage',
  'termCoverage',
  'inboundLinks',
] as const satisfies readonly (keyof PageFeatures)[];

function named(features: Float64Array): PageFeatures {
  const [bestSection = 0, otherSections = 0, wholePage = 0, proximity = 0, ...others] = features;
  const [titleCoverage = 0, termCoverage = 0, inboundLinks = 0] = others;
  return { bestSection, otherSections, wholePage, proximity, titleCoverage, termCoverage, inboundLinks };
}

/**
 * Reads the features of one page after another into the same row: most pages are only scored, so nothing is allocated for
 * them.
 */
export class FeatureReader {
  readonly placed: PlacedSegment;
  /** Those of the page that was read last, in the order of `featureNames`. */
  readonly features = new Float64Array(featureNames.length);
  readonly #best = new Float64Array(maxSectionsPerPage);
  readonly #scores: TermScores;
  readonly #total: number;
  readonly #titleWeights: ReadonlyMap<number, number>;

  constructor(placed: PlacedSegment, scores: TermScores, { total, stems }: AskedFor) {
    this.placed = placed;
    this.#scores = scores;
    this.#total = total;
    this.#titleWeights = new Map([...stems].map(([stem, weight]) => [placed.segment.numberOf(stem), weight]));
  }

  /** Whether any of the page's sections matches. */
  read(at: number): boolean {
    const { segment, firstPage } = this.placed;
    if (!this.#readSections(at)) return false;
    const best = this.#best;
    const { pages, covered } = this.#scores;
    this.features[0] = (best[0] ?? 0) / this.#total;
    this.features[1] = ((best[1] ?? 0) + (best[2] ?? 0) + (best[3] ?? 0)) / this.#total;
    this.features[2] = (pages[firstPage + at] ?? 0) / this.#total;
    this.features[3] = 0;
    this.features[4] = this.#titleCoverage(at);
    this.features[5] = (covered[firstPage + at] ?? 0) / this.#total;
    this.features[6] = Math.log(1 + (segment.infos[at]?.linkedFrom ?? 0));
    return true;
  }

  /** The score of the page that was read last. Allocates nothing. */
  score(weights: readonly number[]): number {
    let sum = 0;
    for (let at = 0; at < weights.length; at += 1) sum += (this.features[at] ?? 0) * (weights[at] ?? 0);
    return sum;
  }

  candidate(page: number, weights: PageFeatures): Candidate | undefined {
    if (!this.read(page - this.placed.firstPage)) return undefined;
    const features = named(this.features);
    const [from, to] = this.#sectionsOf(page - this.placed.firstPage);
    const matching = Array.from({ length: to - from }, (_, at) => ({
      section: from + at,
      score: this.#scores.sections[from + at] ?? 0,
    })).filter(({ score }) => score > 0);
    const best = matching.sort((a, b) => b.score - a.score).slice(0, maxSectionsPerPage);
    return { page, features, score: weighted(features, weights), best };
  }

  #sectionsOf(at: number): readonly [from: number, to: number] {
    const { segment, firstSection } = this.placed;
    const { firstSections } = segment.arrays;
    return [firstSection + (firstSections[at] ?? 0), firstSection + (firstSections[at + 1] ?? 0)];
  }

  /** The scores of its best sections, best first. */
  #readSections(at: number): boolean {
    const best = this.#best.fill(0);
    const [from, to] = this.#sectionsOf(at);
    for (let section = from; section < to; section += 1) {
      const score = this.#scores.sections[section] ?? 0;
      if (score <= (best[maxSectionsPerPage - 1] ?? 0)) continue;
      let place = maxSectionsPerPage - 1;
      for (; place > 0 && (best[place - 1] ?? 0) < score; place -= 1) best[place] = best[place - 1] ?? 0;
      best[place] = score;
    }
    return (best[0] ?? 0) > 0;
  }

  #titleCoverage(at: number): number {
    const { titles, titleEnds } = this.placed.segment.arrays;
    const from = at === 0 ? 0 : (titleEnds[at - 1] ?? 0);
    const to = titleEnds[at] ?? 0;
    let covered = 0;
    for (let place = from; place < to; place += 1) covered += this.#titleWeights.get(titles[place] ?? -1) ?? 0;
    return covered / Math.max(1, to - from);
  }
}

/** The sum of the features, each by its weight. */
export function weighted<T extends object>(features: T, weights: Readonly<Record<keyof T, number>>): number {
  let sum = 0;
  for (const name in features) sum += Number(features[name]) * weights[name];
  return sum;
}
