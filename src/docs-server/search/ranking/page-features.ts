/**
 * What a page is ranked by: a table of named features, summed with the weights of `weights.json`, which `npm run fit` fits.
 * All but the inbound links are shares of the weight of what was asked, so that scores of different questions compare.
 */
import type { Page } from '../../content/pages.ts';
import { stemOf } from '../index/analyzer.ts';
import type { Scores } from '../index/inverted-index.ts';
import type { QueryTerm } from '../index/proximity.ts';
import type { Matches, WordIndex } from '../index/word-index.ts';
import { type MatchedTerm, shareOf, weightOf } from './matching.ts';
import type { PageHit } from './search-result.ts';
import type { PageFeatures } from './weights.ts';

const maxSectionsPerPage = 4;
/** Reading the texts of sections is the expensive part: proximity is looked at in so many of the best pages. */
const rerankedPages = 50;

/** A query, matched: what pages are ranked for. */
export interface RankedQuery {
  readonly own: readonly MatchedTerm[];
  /** BM25F of sections and of pages, summed over the terms. */
  readonly scores: Readonly<Record<keyof Matches, Scores>>;
  readonly weights: PageFeatures;
  readonly isShown: (page: Page) => boolean;
}

/** All pages that match, best first, each with its best sections. */
export function rankPages(index: WordIndex, query: RankedQuery): readonly PageHit[] {
  const asked = { total: weightOf(query.own) || 1, stems: stemsAsked(query.own), positions: positionsOf(query.own) };
  const sections = Map.groupBy(query.scores.sections, ([at]) => index.sections[at]?.page ?? -1);
  const candidates = [...sections].flatMap(([at, found]) => toCandidate(index, query, asked, at, found) ?? []);
  candidates.sort(byScore);
  if (asked.positions.size < 2) return candidates.map(({ hit }) => hit);
  const reranked = candidates.slice(0, rerankedPages).map(({ hit, best }) => {
    const closest = best.map((section) => index.proximity(section, asked.positions));
    const features = { ...hit.features, proximity: Math.max(0, ...closest) / asked.total };
    return { hit: { ...hit, features, score: weighted(features, query.weights) }, best };
  });
  return [...reranked.sort(byScore), ...candidates.slice(rerankedPages)].map(({ hit }) => hit);
}

/** What was asked: its weight, its stems with what each weighs, and its words in their order. */
interface AskedFor {
  readonly total: number;
  readonly stems: ReadonlyMap<string, number>;
  readonly positions: ReadonlyMap<string, QueryTerm>;
}

interface Candidate {
  readonly hit: PageHit;
  /** Positions of its best sections. */
  readonly best: readonly number[];
}

function byScore(a: Candidate, b: Candidate): number {
  return b.hit.score - a.hit.score;
}

/** A page with every feature but proximity. */
function toCandidate(
  index: WordIndex,
  { own, scores, weights, isShown }: RankedQuery,
  asked: AskedFor,
  at: number,
  found: readonly (readonly [section: number, score: number])[],
): Candidate | undefined {
  const page = index.pages[at];
  if (!page || !isShown(page)) return undefined;
  const best = found.toSorted((a, b) => b[1] - a[1]).slice(0, maxSectionsPerPage);
  const [first = 0, ...others] = best.map(([, score]) => score / asked.total);
  const title = index.titles[at] ?? [];
  const features: PageFeatures = {
    bestSection: first,
    otherSections: others.reduce((sum, score) => sum + score, 0),
    wholePage: (scores.pages.get(at) ?? 0) / asked.total,
    proximity: 0,
    titleCoverage: title.reduce((sum, stem) => sum + (asked.stems.get(stem) ?? 0), 0) / Math.max(1, title.length),
    termCoverage: shareOf(own, ({ matches }) => matches.pages.has(at)),
    inboundLinks: Math.log(1 + page.linkedFrom),
  };
  const sections = best.flatMap(([position, score]) => {
    const { section } = index.sections[position] ?? {};
    return section ? [{ section, score: score / asked.total }] : [];
  });
  return {
    hit: { page, features, score: weighted(features, weights), sections },
    best: best.map(([position]) => position),
  };
}

/** The sum of the features, each by its weight. */
export function weighted<T extends object>(features: T, weights: Readonly<Record<keyof T, number>>): number {
  let sum = 0;
  for (const name in features) sum += Number(features[name]) * weights[name];
  return sum;
}

/** The words of the question in their order, by stem. */
function positionsOf(own: readonly MatchedTerm[]): ReadonlyMap<string, QueryTerm> {
  return new Map(own.map(({ term }, at) => [stemOf(term.parts.join('')), { at, weight: term.weight }]));
}

/** What each stem weighs that was asked for or may be meant. */
function stemsAsked(own: readonly MatchedTerm[]): ReadonlyMap<string, number> {
  const asked = new Map<string, number>();
  for (const { term } of own) {
    const words = term.isPhrase ? [] : [{ words: term.parts, weight: 1 }];
    for (const { words: each, weight } of [...words, ...term.spellings]) {
      for (const stem of each.map(stemOf)) asked.set(stem, Math.max(asked.get(stem) ?? 0, weight));
    }
  }
  return asked;
}
