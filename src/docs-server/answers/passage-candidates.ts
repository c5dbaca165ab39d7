/**
 * What an answer may be made of. In: what a search found. Out: the passages of the best places, each with what is asked
 * that it says. Pure.
 */

import type { Work } from '../../base/time-slices.ts';
import type { Section } from '../content/markdown/sections.ts';
import type { Page } from '../content/page.ts';
import { stemOf, stemsIn } from '../search/index/analyzer.ts';
import type { WeighedTerm } from '../search/ranking/matching.ts';
import type { PageHit, SearchResult } from '../search/ranking/search-result.ts';
import { type Passage, slicedPassages } from './passages.ts';

/** A section of a page. */
export interface Place {
  readonly page: Page;
  readonly section: Section;
  /** What is cut out of a short section is harder to read than all of it. */
  readonly isShort: boolean;
}

/** A passage that may be taken. */
export interface Candidate {
  readonly place: Place;
  /** Position of its place: those of the best page first, of each page the best first. */
  readonly rank: number;
  /** Position in its place. */
  readonly order: number;
  readonly passage: Passage;
  /** The best page begins with it, in words, and nothing but this page is asked for. */
  readonly opens: boolean;
  /** Scores of its page and its section, as shares of the best ones. */
  readonly page: number;
  readonly section: number;
  /** How surely it says each term, in their order: 0 to 1. */
  readonly says: readonly number[];
}

/** Reading their words is the expensive part, and the fourth section of a page seldom adds to an answer. */
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
    const shown = sections.filter((hit) => saysSomething(hit.section)).slice(0, maxSections);
    for (const { section, score: own } of shown) {
      const place = { page, section, isShort: lengthOf(section) <= shortChars };
      const scores = { page: score / bestPage, section: own / bestSection };
      const passages = (yield* slicedPassages(section)).filter((passage) => !isContents(passage, page));
      for (const [order, passage] of passages.entries()) {
        const says = terms.map((term) => sureness(passage.stems, term));
        const opens = section === opening && order === 0 && passage.kind !== 'code';
        candidates.push({ place, rank, order, passage, opens, ...scores, says });
        yield;
      }
      rank += 1;
    }
  }
  return candidates;
}

/** What only names other places repeats the words of all questions, and answers none. */
const pointers = /^(?:see also|further reading|related(?: \w+)?|(?:table of )?contents|on this page)$/i;

function saysSomething({ heading, blocks }: Section): boolean {
  return blocks.length > 0 && !pointers.test(heading);
}

/** Whether a list has nothing but links to the sections of its page. */
function isContents({ kind, text }: Passage, { path }: Page): boolean {
  if (kind !== 'list' || !text.includes(`](${path}#`)) return false;
  return !/\w/.test(text.replace(/\[[^[\]]*\]\(([^()\s#]*)#[^()\s]*\)/g, (link, to) => (to === path ? '' : link)));
}

/** A section up to this long stays whole. */
const shortChars = 600;

function lengthOf({ blocks }: Section): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}

/** What the best page begins with says what it is, in whatever words: it may be taken where nothing but the page is asked for. */
function withOpening(pages: readonly PageHit[], terms: readonly WeighedTerm[]): readonly PageHit[] {
  const [best, ...others] = pages;
  const section = best?.page.sections[0];
  if (!section || !isNamed(best.page, terms)) return pages;
  const rest = best.sections.filter((hit) => hit.section !== section);
  return [{ ...best, sections: [{ section, score: best.sections[0]?.score ?? 0 }, ...rest] }, ...others];
}

function isNamed({ title }: Page, terms: readonly WeighedTerm[]): boolean {
  const stems = new Set(stemsIn(title));
  return terms.every((term) => term.isPhrase || sureness(stems, term) > 0);
}

/** How surely a term is said: by the best of its spellings. */
function sureness(stems: ReadonlySet<string>, { spellings }: WeighedTerm): number {
  let best = 0;
  for (const { words, weight } of spellings) {
    if (weight > best && words.every((word) => stems.has(stemOf(word)))) best = weight;
  }
  return best;
}
