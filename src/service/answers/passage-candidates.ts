/**
 * The passages that an answer may be made of. In: a search result. Out: the passages of the best sections, each with the query
 * terms that it contains. Pure.
 */

import type { Work } from '../../kit/base/time-slices.ts';
import { plainText, type Section } from '../content/markdown/sections.ts';
import type { Page } from '../content/page.ts';
import { type Analyzer, analyzerOf } from '../search/index/analyzer.ts';
import type { WeighedTerm } from '../search/ranking/matching.ts';
import type { PageHit, SearchResult } from '../search/ranking/search-result.ts';
import { type Passage, slicedPassages } from './passages.ts';

/** A section of a page. */
export interface Place {
  readonly page: Page;
  readonly section: Section;
  /** A short section is shown whole: an excerpt would be harder to read. */
  readonly isShort: boolean;
}

/** A passage that may be selected. */
export interface Candidate {
  readonly place: Place;
  /** Rank of its section: by page, then by score within the page. */
  readonly rank: number;
  /** Position within its section. */
  readonly order: number;
  readonly passage: Passage;
  /** It is the prose that opens the best page, and the question asks for nothing but that page. */
  readonly opens: boolean;
  /** Scores of its page and its section, relative to the best ones. */
  readonly page: number;
  readonly section: number;
  /** For each query term, in order: how certain it is that the passage contains it, from 0 to 1. */
  readonly says: readonly number[];
  /** The same for a part of it. */
  readonly saysIn: (text: string) => readonly number[];
}

/** Stemming the passages is the expensive part, and the fourth section of a page seldom adds anything. */
const maxSections = 3;

/** The passages of the best sections of each page. */
export function* toCandidates({ pages, terms }: SearchResult): Work<readonly Candidate[]> {
  const hits = withOpening(pages, terms);
  const bestPage = Math.max(...hits.map(({ score }) => score)) || 1;
  const bestSection = Math.max(...hits.flatMap(({ sections }) => sections.map(({ score }) => score))) || 1;
  const candidates: Candidate[] = [];
  let rank = 0;
  for (const { page, sections, score } of hits) {
    const opening = rank === 0 && isNamed(page, terms) ? page.sections[0] : undefined;
    const analyzer = analyzerOf(page.facets.language);
    const saysIn = (text: string): readonly number[] => {
      const stems = new Set(analyzer.stemsIn(plainText(text)));
      return terms.map((term) => sureness(stems, term, analyzer));
    };
    const shown = sections.filter((hit) => saysSomething(hit.section)).slice(0, maxSections);
    for (const { section, score: own } of shown) {
      const place = { page, section, isShort: lengthOf(section) <= shortChars };
      const scores = { page: score / bestPage, section: own / bestSection };
      const passages = (yield* slicedPassages(section, page.facets.language)).filter((passage) => !isPointer(passage));
      for (const [order, passage] of passages.entries()) {
        const says = terms.map((term) => sureness(passage.stems, term, analyzer));
        const opens = section === opening && order === 0 && passage.kind !== 'code';
        candidates.push({ place, rank, order, passage, opens, ...scores, says, saysIn });
        yield;
      }
      rank += 1;
    }
  }
  return candidates;
}

/** Sections of links match many questions and answer none. */
const pointers = /^(?:see also|further reading|related(?: \w+)?|(?:table of )?contents|on this page)$/i;

function saysSomething({ heading, blocks }: Section): boolean {
  return blocks.length > 0 && !pointers.test(heading);
}

/** Whether it is a list of nothing but links: a table of contents, or pages to read elsewhere. */
function isPointer({ kind, text }: Passage): boolean {
  if (kind !== 'list' || !text.includes('](')) return false;
  return !/[\p{L}\p{N}]/u.test(text.replace(/\[[^[\]]*\]\([^()\s]*\)/g, '').replace(/^ *\d{1,9}[.)]/gm, ''));
}

/** Sections up to this length are shown whole. */
const shortChars = 600;

function lengthOf({ blocks }: Section): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}

/** The opening of a page says what it is about, in whatever words, so it is a candidate when the question only names the page. */
function withOpening(pages: readonly PageHit[], terms: readonly WeighedTerm[]): readonly PageHit[] {
  const [best, ...others] = pages;
  const section = best?.page.sections[0];
  if (!section || !isNamed(best.page, terms)) return pages;
  const rest = best.sections.filter((hit) => hit.section !== section);
  return [{ ...best, sections: [{ section, score: best.sections[0]?.score ?? 0 }, ...rest] }, ...others];
}

function isNamed({ title, facets }: Page, terms: readonly WeighedTerm[]): boolean {
  const analyzer = analyzerOf(facets.language);
  const stems = new Set(analyzer.stemsIn(title));
  return terms.every((term) => term.isPhrase || sureness(stems, term, analyzer) > 0);
}

/** The weight of the best spelling of a term that is among the stems, or 0. */
function sureness(stems: ReadonlySet<string>, { spellings }: WeighedTerm, { stemOf }: Analyzer): number {
  let best = 0;
  for (const { words, weight } of spellings) {
    if (weight > best && words.every((word) => stems.has(stemOf(word)))) best = weight;
  }
  return best;
}
