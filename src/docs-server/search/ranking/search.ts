/**
 * A question -> ranked pages. In: the pages of a corpus, then questions. Out: the pages that fit best, each with the
 * sections that fit. Pure. The index says what speaks of each term; what the terms weigh together is decided here.
 */

import { atOnce, inSlices } from '../../../base/time-slices.ts';
import type { Section } from '../../content/markdown/sections.ts';
import type { Page } from '../../content/pages.ts';
import { stemOf } from '../index/analyzer.ts';
import type { Scores } from '../index/inverted-index.ts';
import { buildWordIndex, type Matches, type WordIndex } from '../index/word-index.ts';
import { type Query, type Term, toQuery } from '../query/query.ts';
import { coverageOf } from './answerability.ts';
import { evidenceOf } from './answerability-features.ts';
import { corrected, type MatchedTerm, matchTerm, shareOf, type WeighedTerm } from './matching.ts';
import { kindWeight } from './page-kinds.ts';

/** A section that fits. */
export interface SectionHit {
  readonly section: Section;
  readonly score: number;
}

/** A page that fits, with its best sections, best first. */
export interface PageHit {
  readonly page: Page;
  readonly score: number;
  readonly sections: readonly SectionHit[];
}

/** What a search found. */
export interface SearchResult {
  readonly terms: readonly WeighedTerm[];
  /** Best first. */
  readonly pages: readonly PageHit[];
  /** How likely the docs answer: 0 to 1. */
  readonly answerability: number;
}

/** A searchable corpus. */
export interface SearchIndex {
  /**
   * `before` are earlier questions of the conversation, oldest first: they say what a follow-up is about. Pages that
   * `isShown` refuses are as if they were not there.
   */
  search(question: string, limit: number, before?: readonly string[], isShown?: (page: Page) => boolean): SearchResult;
}

/** Reads the pages into an index, and holds the process meanwhile. */
export function createSearchIndex(pages: readonly Page[]): SearchIndex {
  return toSearchIndex(atOnce(buildWordIndex(pages)));
}

/** The same in slices: others go on meanwhile. */
export async function buildSearchIndex(pages: readonly Page[]): Promise<SearchIndex> {
  return toSearchIndex(await inSlices(buildWordIndex(pages)));
}

function toSearchIndex(index: WordIndex): SearchIndex {
  return {
    search: (question, limit, before = [], isShown = () => true) =>
      search(index, { question: beginningOf(question), limit, before: before.map(beginningOf), isShown }),
  };
}

/** What is longer is a log or a file; its beginning says what it is about. */
const maxChars = 10_000;

function beginningOf(question: string): string {
  return question.slice(0, maxChars);
}

interface IndexRequest {
  readonly question: string;
  readonly limit: number;
  readonly before: readonly string[];
  readonly isShown: (page: Page) => boolean;
}

/** Neighbours in the question that are one name on the page: "stream text" and `streamText`. */
const nameWeight = 0.3;
/** Terms of the question before. */
const contextWeight = 0.4;
/** What terms are worth beside that which stand close together. */
const nearWeight = 0.25;
/** Closeness is looked for in this many of the best sections. */
const nearSections = 100;

function search(index: WordIndex, { question, limit, before, isShown }: IndexRequest): SearchResult {
  const query = toQuery(question);
  const own = query.terms.map((term) => matchTerm(index, corrected(index, term)));
  const context = contextOf(question, query, before).map((term) => matchTerm(index, term));
  const found = [
    ...own.map(({ matches }) => ({ matches, weight: 1 })),
    ...context.map(({ matches }) => ({ matches, weight: contextWeight })),
    ...query.names.map((name) => ({ matches: index.match([name]), weight: nameWeight })),
  ];
  const scores = { sections: sum(found, 'sections'), pages: sum(found, 'pages') };
  addNearness(index, own, scores.sections);
  const pages = rank(index, { question, own, isShown }, scores).slice(0, limit);
  const [best] = pages;
  const coverage = best && own.length > 0 ? coverageOf(evidenceOf(own, index, best)) : 0;
  return { terms: own.map(({ term }) => term), pages, answerability: coverage };
}

const pointsBack =
  /^\s*(?:and|but|or|so|what about|how about|ok|also|then)\b|\b(?:it|that|this|those|these|them|there|instead)\b/i;

/** Terms of the question before, when this one cannot stand alone: it is short, or points back. */
function contextOf(question: string, query: Query, before: readonly string[]): readonly Term[] {
  const last = before.at(-1);
  if (last === undefined) return [];
  if (query.terms.length > 3 && !pointsBack.test(question)) return [];
  const known = new Set(query.terms.map((term) => term.text));
  return toQuery(last).terms.filter((term) => !known.has(term.text));
}

function sum(
  found: readonly { readonly matches: Matches; readonly weight: number }[],
  of: keyof Matches,
): Map<number, number> {
  const total = new Map<number, number>();
  for (const { matches, weight } of found) {
    for (const [at, score] of matches[of]) total.set(at, (total.get(at) ?? 0) + weight * score);
  }
  return total;
}

function addNearness(index: WordIndex, own: readonly MatchedTerm[], sections: Map<number, number>): void {
  const sought = own.map(({ term }, at) => [stemOf(term.parts.join('')), { at, weight: term.weight }] as const);
  const byStem = new Map(sought);
  if (byStem.size < 2) return;
  const best = [...sections].sort((a, b) => b[1] - a[1]).slice(0, nearSections);
  for (const [at, score] of best) sections.set(at, score + nearWeight * index.proximity(at, byStem));
}

/** What the question asks for, beside what the scores say. */
interface Wanted {
  readonly question: string;
  readonly own: readonly MatchedTerm[];
  readonly isShown: (page: Page) => boolean;
}

function rank(index: WordIndex, wanted: Wanted, scores: Readonly<Record<keyof Matches, Scores>>): readonly PageHit[] {
  const sections = new Map<number, SectionHit[]>();
  for (const [at, score] of scores.sections) {
    const { section, page } = index.sections[at] ?? {};
    if (section === undefined || page === undefined) continue;
    const known = sections.get(page);
    if (known) known.push({ section, score });
    else sections.set(page, [{ section, score }]);
  }
  const asked = stemsAsked(wanted.own);
  const hits = [...sections].flatMap(([at, own]) => {
    const page = index.pages[at];
    if (!page || !wanted.isShown(page)) return [];
    const title = index.titles[at] ?? [];
    const titled = title.reduce((sum, stem) => sum + (asked.get(stem) ?? 0), 0) / Math.max(1, title.length);
    const said = shareOf(wanted.own, ({ matches }) => matches.pages.has(at));
    const fit = kindWeight(page, wanted.question) * (1 + titleWeight * titled) * (1 - saidWeight * (1 - said));
    return [toPageHit(page, own, scores.pages.get(at) ?? 0, fit)];
  });
  return hits.sort((a, b) => b.score - a.score);
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

/** What a title adds whose every word was asked for. */
const titleWeight = 0.4;
/** What a page loses that says nothing of what was asked. */
const saidWeight = 0.2;
const maxSectionsPerPage = 4;
/** What a page says as a whole, and what its second, third and fourth best section each add, beside its best section. */
const wholeWeight = 1.5;
const furtherWeight = 0.25;
/** What each e-fold of the pages that link here adds: it decides where a question's words say little. */
const linkWeight = 1.1;

function toPageHit(page: Page, own: readonly SectionHit[], whole: number, fit: number): PageHit {
  const sections = own.toSorted((a, b) => b.score - a.score).slice(0, maxSectionsPerPage);
  const inSections = sections.reduce((total, { score }, at) => total + score * (at === 0 ? 1 : furtherWeight), 0);
  const score = (inSections + wholeWeight * whole) * fit + linkWeight * Math.log(1 + page.linkedFrom);
  return { page, score, sections: sections.map((hit) => ({ ...hit, score: hit.score * fit })) };
}
