/**
 * Hybrid search: BM25F and embeddings. In: a reading, a request. Out: the pages that fit, found by the words of the question and,
 * where an embedding model is set, by its meaning. Effects: those of the semantic index.
 */

import type { Section } from '../../content/markdown/sections.ts';
import { answerabilityOf } from './answerability.ts';
import type { Reading } from './corpus.ts';
import { type Edition, editionOf } from './editions.ts';
import type { SemanticHit } from './embeddings.ts';
import { type RetrievalRequest, retrieve } from './request-search.ts';
import type { PageHit, SearchResult, SectionHit } from './search-result.ts';
import { fittedWeights, type PageFeatures } from './weights.ts';

/** How many of the pages found by words take part. */
const deep = 20;

/**
 * The best pages for a request; by words alone if no embeddings are available. `edition`: that of the asker, where the words of
 * the request are not the asker's own.
 */
export async function hybridSearch(
  reading: Reading,
  request: RetrievalRequest,
  edition: Edition = editionOf(reading.pages, request),
): Promise<SearchResult> {
  if (!reading.semanticIndex) return retrieve(reading, request, edition);
  const asking = reading.semanticIndex.nearest([...request.before.slice(-1), request.question].join('\n'));
  const found = retrieve(reading, { ...request, limit: Math.max(request.limit, deep) }, edition);
  const near = (await asking)?.filter(({ page }) => edition.isShown(page)) ?? [];
  const pages = fused(found.pages, near).slice(0, request.limit);
  return { ...found, pages, answerability: withSimilarity(found, pages[0]) };
}

/**
 * The weight of one standard deviation of similarity, as a share of the best word score. Measured: a weak model
 * moves hardly any right page, a good one still decides. With fusion by rank, a weak one displaces a fifth of the right pages.
 * Source: Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", TOIS 2023, read 2026-11-21.
 */
const meaningWeight = 0.1;

/** Similarity counts as much for answerability as words do. */
function withSimilarity({ evidence, answerability }: SearchResult, best: PageHit | undefined): number {
  if (!evidence || !best) return answerability;
  const relevance = Math.max(evidence.relevance, best.score);
  return answerabilityOf({ ...evidence, relevance }, fittedWeights.answerability);
}

/** Merges both lists. A near section gains in proportion to how much nearer it is than the last one. */
function fused(byWords: readonly PageHit[], near: readonly SemanticHit[]): readonly PageHit[] {
  const unit = meaningWeight * (byWords[0]?.score ?? 1);
  const gainOf = ({ zScore }: SemanticHit): number => unit * (zScore - (near.at(-1)?.zScore ?? 0));
  const said = new Map(byWords.map((hit) => [hit.page, hit]));
  const meant = Map.groupBy(near, ({ page }) => page);
  const pages = new Set([...said.keys(), ...meant.keys()]);
  return [...pages]
    .map((page): PageHit => {
      const gains = new Map(meant.get(page)?.map((hit) => [hit.section, gainOf(hit)]));
      const score = (said.get(page)?.score ?? 0) + Math.max(0, ...gains.values());
      return {
        page,
        score,
        features: said.get(page)?.features ?? noFeatures,
        sections: withGains(said.get(page)?.sections ?? [], gains),
      };
    })
    .sort((a, b) => b.score - a.score);
}

/** For a page that no word of the question matches. */
export const noFeatures: PageFeatures = {
  bestSection: 0,
  otherSections: 0,
  wholePage: 0,
  proximity: 0,
  titleCoverage: 0,
  termCoverage: 0,
  inboundLinks: 0,
};

const maxSections = 4;

function withGains(byWords: readonly SectionHit[], gains: ReadonlyMap<Section, number>): readonly SectionHit[] {
  const scores = new Map(byWords.map(({ section, score }) => [section, score]));
  for (const [section, gain] of gains) scores.set(section, (scores.get(section) ?? 0) + gain);
  const hits = [...scores].map(([section, score]) => ({ section, score }));
  return hits.sort((a, b) => b.score - a.score).slice(0, maxSections);
}
