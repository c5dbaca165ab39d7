/**
 * Matched terms -> the best pages. Every page is scored by the features that are sums over its terms; of the best ones the
 * texts are read for the proximity of the words, and those pages are ranked again. Pure.
 */
import type { PageInfo } from '../../content/page.ts';
import type { QueryTerm } from '../index/proximity.ts';
import type { WordIndex } from '../index/word-index.ts';
import { type MatchedTerm, weightOf } from './matching.ts';
import { type AskedFor, type Candidate, FeatureReader, featureNames, weighted } from './page-features.ts';
import type { PageHit } from './search-result.ts';
import type { TermScores } from './term-scores.ts';
import type { PageFeatures } from './weights.ts';

/** Reading the texts of sections is the expensive part: proximity is computed for this many of the best pages. */
const rerankedPages = 50;

/** A matched query, for which pages are ranked. */
export interface RankedQuery {
  readonly own: readonly MatchedTerm[];
  readonly scores: TermScores;
  readonly weights: PageFeatures;
  readonly isShown: (page: PageInfo) => boolean;
  /** The number of pages to return. */
  readonly limit: number;
}

/** The best pages that match, best first, each with its best sections. */
export function rankPages(index: WordIndex, query: RankedQuery): readonly PageHit[] {
  const asked = {
    total: weightOf(query.own) || 1,
    stems: stemsAsked(index, query.own),
    positions: positionsOf(index, query.own),
  };
  const candidates = bestPages(index, query, asked);
  const reranked = asked.positions.size < 2 ? candidates : candidates.slice(0, rerankedPages).map(withProximity);
  const ranked = [...reranked.toSorted((a, b) => b.score - a.score), ...candidates.slice(reranked.length)];
  return ranked.slice(0, query.limit).map((candidate) => toHit(index, candidate, asked.total));

  function withProximity(candidate: Candidate): Candidate {
    const closest = candidate.best.map(({ section }) => index.proximity(candidate.page, section, asked.positions));
    const features = { ...candidate.features, proximity: Math.max(0, ...closest) / asked.total };
    return { ...candidate, features, score: weighted(features, query.weights) };
  }
}

/** The best pages by every feature except proximity. */
function bestPages(index: WordIndex, query: RankedQuery, asked: AskedFor): readonly Candidate[] {
  const best = new TopK(Math.max(rerankedPages, query.limit));
  const weights = featureNames.map((name) => query.weights[name]);
  const readers = index.segments.map((placed) => new FeatureReader(placed, query.scores, asked));
  for (const reader of readers) {
    const { segment, firstPage, gone } = reader.placed;
    for (let at = 0; at < gone.length; at += 1) {
      if (gone[at] || !reader.read(at)) continue;
      const score = reader.score(weights);
      const info = best.admits(score) ? segment.infos[at] : undefined;
      if (info && query.isShown(info)) best.offer(firstPage + at, score);
    }
  }
  return best.items().flatMap((page) => {
    const reader = readers.findLast(({ placed }) => placed.firstPage <= page);
    return reader?.candidate(page, query.weights) ?? [];
  });
}

function toHit(index: WordIndex, { page, score, features, best }: Candidate, total: number): PageHit {
  const { segment, firstPage, firstSection } = index.segmentOf(page);
  const first = firstSection + (segment.arrays.firstSections[page - firstPage] ?? 0);
  const shown = index.page(page);
  const sections = best.flatMap((scored) => {
    const section = shown.sections[scored.section - first];
    return section ? [{ section, score: scored.score / total }] : [];
  });
  return { page: shown, score, features, sections };
}

/** The words of the question in their order, by stem. */
function positionsOf(index: WordIndex, own: readonly MatchedTerm[]): ReadonlyMap<string, QueryTerm> {
  return new Map(
    own.flatMap(({ term }, at) =>
      index.stemsOf(term.parts.join('')).map((stem) => [stem, { at, weight: term.weight }] as const),
    ),
  );
}

/** The weight of each stem of the question and its synonyms. */
function stemsAsked(index: WordIndex, own: readonly MatchedTerm[]): ReadonlyMap<string, number> {
  const asked = new Map<string, number>();
  for (const { term } of own) {
    const words = term.isPhrase ? [] : [{ words: term.parts, weight: 1 }];
    for (const { words: spelling, weight } of [...words, ...term.spellings]) {
      for (const stem of spelling.flatMap((word) => index.stemsOf(word)))
        asked.set(stem, Math.max(asked.get(stem) ?? 0, weight));
    }
  }
  return asked;
}

/** The k best items of many, in one pass, without sorting the rest. */
export class TopK {
  readonly #limit: number;
  readonly #entries: { readonly item: number; readonly score: number }[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether an item of this score would be among the best so far. Of equal ones, those offered first win. */
  admits(score: number): boolean {
    return this.#entries.length < this.#limit || score > (this.#entries.at(-1)?.score ?? 0);
  }

  offer(item: number, score: number): void {
    if (!this.admits(score)) return;
    const at = this.#entries.findLastIndex((entry) => entry.score >= score) + 1;
    this.#entries.splice(at, 0, { item, score });
    if (this.#entries.length > this.#limit) this.#entries.pop();
  }

  /** Best first. */
  items(): readonly number[] {
    return this.#entries.map(({ item }) => item);
  }
}
