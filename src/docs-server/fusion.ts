/**
 * Words and meaning together. In: a reading, a request. Out: the pages that fit, found by the words of the question and,
 * where an embedding model is set, by what it means. Effects: those of the reading's meaning.
 */
import type { Reading } from './corpus.ts';
import type { Near } from './embeddings.ts';
import { fits } from './facets.ts';
import type { Page } from './pages.ts';
import { type RetrievalRequest, retrieve } from './retrieval.ts';
import type { Found, PageHit, SectionHit } from './search.ts';

/** So many pages of each list have a say. */
const deep = 20;

/** The best pages for a request, by words alone where their meaning is not known. */
export async function find(reading: Reading, request: RetrievalRequest): Promise<Found> {
  if (!reading.meaning) return retrieve(reading, request);
  const asking = reading.meaning.near([...request.before.slice(-1), request.question].join('\n'));
  const found = retrieve(reading, { ...request, limit: Math.max(request.limit, deep) });
  const near = (await asking)?.filter(({ page }) => fits(page.facets, request.filter)) ?? [];
  const pages = near.length === 0 ? found.pages : fused(found.pages, near);
  return { ...found, pages: pages.slice(0, request.limit) };
}

/**
 * Reciprocal rank fusion. Source: Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and
 * individual Rank Learning Methods", SIGIR 2009, read 2026-11-21.
 */
const rankOffset = 60;

/** Both lists as one. Scores stay what words gave, place by place: an answer measures passages by them. */
function fused(byWords: readonly PageHit[], near: readonly Near[]): readonly PageHit[] {
  const byMeaning = [...Map.groupBy(near, ({ page }) => page).entries()].slice(0, deep);
  const shares = new Map<Page, number>();
  const add = (page: Page, rank: number): void => {
    shares.set(page, (shares.get(page) ?? 0) + 1 / (rankOffset + rank + 1));
  };
  for (const [rank, { page }] of byWords.entries()) add(page, rank);
  for (const [rank, [page]] of byMeaning.entries()) add(page, rank);
  const said = new Map(byWords.map((hit) => [hit.page, hit]));
  const meant = new Map(byMeaning);
  const ranked = [...shares].sort((a, b) => b[1] - a[1]);
  return ranked.map(([page], place) =>
    placed(page, byWords[place]?.score ?? byWords.at(-1)?.score ?? 1, said.get(page), meant.get(page) ?? []),
  );
}

const maxSections = 4;

/** A page at its place: sections found by words, scaled, then those that only mean what was asked. */
function placed(page: Page, score: number, said: PageHit | undefined, meant: readonly Near[]): PageHit {
  const scale = said && said.score > 0 ? score / said.score : 1;
  const byWords = (said?.sections ?? []).map((hit) => ({ section: hit.section, score: hit.score * scale }));
  const known = new Set(byWords.map(({ section }) => section));
  const best = meant[0]?.similarity || 1;
  const byMeaning = meant
    .filter(({ section }) => !known.has(section))
    .map(({ section, similarity }): SectionHit => ({ section, score: (score * similarity) / best }));
  const sections = [...byWords, ...byMeaning].sort((a, b) => b.score - a.score).slice(0, maxSections);
  return { page, score, sections };
}
