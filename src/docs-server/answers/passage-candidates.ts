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
import { foldedCode } from './code-snippet.ts';
import { type Passage, slicedPassages } from './passages.ts';

/** A section of a page. */
export interface Place {
  readonly page: Page;
  readonly section: Section;
}

/** A passage that may be taken. */
export interface Candidate {
  readonly place: Place;
  /** Position of its place among the places, best first. */
  readonly rank: number;
  /** Position in its place. */
  readonly order: number;
  readonly passage: Passage;
  /** Share of the best place's score. */
  readonly share: number;
  /** It is of the page that fits best, and that one is short. */
  readonly isOfShort: boolean;
  /** What its place begins with in words, where that is asked for by name: the page itself, or what its heading says. */
  readonly opens?: 'page' | 'section' | undefined;
  /** Scores of its page and its section, as shares of the best ones. */
  readonly page: number;
  readonly section: number;
  /** How surely it and the headings above it say each term, in their order: 0 to 1. */
  readonly says: readonly number[];
  /** The same without the headings. */
  readonly saysItself: readonly number[];
}

/** What a section's own fit counts beside its page's. */
const ownWeight = 0.6;

/** What its own heading, and what those above it, say of a term beside a passage itself. */
const headingWeight = { own: 0.8, above: 0.5 };

/** Of the sections that were found, the best. */
const maxPlaces = 12;

/** The passages of the best places. Code is folded to the lines that say one of the `words`. */
export function* toCandidates({ pages, terms }: SearchResult, words: readonly string[]): Work<readonly Candidate[]> {
  const places = withOpening(pages, terms)
    .flatMap(({ page, sections, score }) =>
      sections.map(({ section, score: own }) => ({
        page,
        section,
        own,
        ofPage: score,
        score: ownWeight * own + score,
      })),
    )
    .sort((a, b) => b.score - a.score);
  const best = places[0]?.score ?? 1;
  const bestPage = Math.max(...places.map(({ ofPage }) => ofPage)) || 1;
  const bestSection = Math.max(...places.map(({ own }) => own)) || 1;
  const short = pages[0] && lengthOfPage(pages[0].page) <= shortChars ? pages[0].page : undefined;
  const candidates: Candidate[] = [];
  const shown = places.filter(({ section }) => section.blocks.length > 0).slice(0, maxPlaces);
  for (const [rank, place] of shown.entries()) {
    const { page, section } = place;
    const own = new Set(stemsIn(section.heading));
    const above = new Set(stemsIn([page.title, ...section.trail].join(' ')));
    const headed = terms.map((term) =>
      Math.max(headingWeight.own * sureness(own, term), headingWeight.above * sureness(above, term)),
    );
    const named = namedBy(place, terms);
    const [share, isOfShort] = [place.score / best, page === short];
    const shares = { page: place.ofPage / bestPage, section: place.own / bestSection };
    for (const [order, whole] of (yield* slicedPassages(section)).entries()) {
      const saysItself = terms.map((term) => sureness(whole.stems, term));
      const says = saysItself.map((own, at) => Math.max(headed[at] ?? 0, own));
      const opens = order === 0 && whole.kind !== 'code' ? named : undefined;
      const passage = folded(whole, words);
      candidates.push({ place, rank, order, passage, share, isOfShort, opens, ...shares, says, saysItself });
      yield;
    }
  }
  return candidates;
}

/** Of what was asked, by weight: nothing but the page is asked for, or mostly what a section is headed by. */
const namedShare = { page: 0.95, section: 0.5 };

function namedBy({ page, section }: Place, terms: readonly WeighedTerm[]): Candidate['opens'] {
  const what = section === page.sections[0] ? 'page' : 'section';
  const stems = new Set(stemsIn(what === 'page' ? page.title : section.heading));
  const asked = terms.reduce((sum, { weight }) => sum + weight, 0);
  const said = terms.reduce((sum, term) => sum + term.weight * sureness(stems, term), 0);
  return said > 0 && said >= namedShare[what] * asked ? what : undefined;
}

/** What the best page begins with says what it is, in whatever words: it may be taken where the page is asked for. */
function withOpening(pages: readonly PageHit[], terms: readonly WeighedTerm[]): readonly PageHit[] {
  const [best, ...others] = pages;
  const section = best?.page.sections[0];
  if (!best || !section || best.sections.some((hit) => hit.section === section)) return pages;
  if (!namedBy({ page: best.page, section }, terms)) return pages;
  return [{ ...best, sections: [...best.sections, { section, score: best.sections[0]?.score ?? 0 }] }, ...others];
}

/** A page of one matter: an error with its cause and solution, a function of few options. */
const shortChars = 2_000;

function lengthOfPage({ sections }: Page): number {
  return sections.flatMap(({ blocks }) => blocks).reduce((sum, { text }) => sum + text.length, 0);
}

/** What its lead names matters in code as much as what was asked for. */
function folded(passage: Passage, words: readonly string[]): Passage {
  if (passage.kind !== 'code') return passage;
  const named = (passage.lead.toLowerCase().match(/(?<=`)[^`]+(?=`)/g) ?? []).flatMap(
    (name) => name.match(/\w+/g) ?? [],
  );
  const sought = [...named, ...words];
  const text = passage.text.replace(/(?<=^```[^\n]*\n)[\s\S]*(?=\n```$)/, (code) => foldedCode(code, sought));
  return { ...passage, text };
}

/** How surely a term is said: by the best of its spellings. */
function sureness(stems: ReadonlySet<string>, { spellings }: WeighedTerm): number {
  const said = spellings.filter(({ words }) => words.every((word) => stems.has(stemOf(word))));
  return Math.max(0, ...said.map(({ weight }) => weight));
}
