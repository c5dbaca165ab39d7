/**
 * Found pages -> an answer with sources, piece by piece. In: what a search found. Out: Markdown made of the docs' own
 * sentences, headed by where they come from, or an honest word that the docs do not say. Pure.
 */

import type { Page } from './pages.ts';
import { maxCodeChars, type Passage, toPassages } from './passages.ts';
import type { Found, PageHit, WeighedTerm } from './search.ts';
import type { Section } from './sections.ts';
import { stemOf } from './terms.ts';

/** A page that an answer is taken from. */
export interface AnswerSource {
  readonly page: Page;
  readonly section: Section;
}

/** An answer, whole. */
export interface Answer {
  /** Markdown, at most about `maxAnswerChars`. */
  readonly text: string;
  /** Distinct pages, best first; none when the docs do not say. */
  readonly sources: readonly AnswerSource[];
}

/** An answer is no longer than what one reads in a chat. */
export const maxAnswerChars = 1_500;

/** Below this share of what was asked, the docs do not say. */
const minCoverage = 0.5;
const maxSections = 4;
/** A section that fits less than this, measured by the best one, adds noise. */
const minSectionShare = 0.45;

/** The address of a section, as the answer links it. */
export type Address = (page: Page, section: Section) => string;

/** The passages that answer, or the sentence that the docs do not say. */
export function toAnswer(found: Found, address: Address): Answer {
  const picked = found.coverage < minCoverage ? [] : pick(candidates(found), found.terms);
  if (picked.length === 0) return refusal(found, address);
  const parts = picked.map((part) => `${headed(part.place, address)}\n\n${joined(part.passages)}`);
  const pages = new Map(picked.map((part) => [part.place.page, part.place]));
  return { text: parts.join('\n\n'), sources: [...pages.values()] };
}

/** Word-sized pieces that make up the text, for people to see it grow. */
export function toPieces(text: string): readonly string[] {
  return text.match(/\s*\S+\s*/g) ?? [];
}

function refusal(found: Found, address: Address): Answer {
  const near = found.pages
    .slice(0, 3)
    .flatMap(({ page, sections: [first] }) => (first ? [{ page, section: first.section }] : []));
  const links = near.map(({ page, section }) => `- [${escaped(page.title)}](${address(page, section)})`);
  const text = ['The docs do not say.', ...(links.length > 0 ? [`The nearest pages:\n${links.join('\n')}`] : [])];
  return { text: text.join(' '), sources: [] };
}

function headed({ page, section }: AnswerSource, address: Address): string {
  const title =
    section.level === 0 || section.heading === page.title ? page.title : `${page.title} › ${section.heading}`;
  return `**[${escaped(title)}](${address(page, section)})**`;
}

function escaped(text: string): string {
  return text.replace(/[[\]*_`\\]/g, '\\$&');
}

/** A passage as a candidate, with what it is worth beside the terms that it says. */
interface Candidate {
  readonly place: AnswerSource;
  readonly rank: number;
  readonly order: number;
  readonly passage: Passage;
  /** Share of the best section's score. */
  readonly share: number;
  readonly heading: ReadonlySet<string>;
}

function candidates(found: Found): readonly Candidate[] {
  const places = found.pages
    .flatMap(({ page, sections, score }: PageHit) =>
      sections.map((hit) => ({ page, section: hit.section, score: hit.score + score })),
    )
    .sort((a, b) => b.score - a.score);
  const best = places[0]?.score ?? 1;
  return places
    .filter((place) => place.section.blocks.length > 0 && place.score >= best * minSectionShare)
    .slice(0, maxSections)
    .flatMap((place, rank) => {
      const heading = stemsOfHeading(place);
      return toPassages(place.section).map((passage, order) => ({
        place,
        rank,
        order,
        passage,
        share: place.score / best,
        heading,
      }));
    });
}

function stemsOfHeading({ page, section }: AnswerSource): ReadonlySet<string> {
  const words =
    `${page.title} ${section.trail.join(' ')} ${section.heading}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.map(stemOf));
}

interface Picked {
  readonly place: AnswerSource;
  readonly passages: readonly Passage[];
}

/** Takes the best passage again and again while there is room; what is said already counts less. */
function pick(from: readonly Candidate[], terms: readonly WeighedTerm[]): readonly Picked[] {
  const said = new Map<WeighedTerm, number>();
  const left = new Set(from);
  const taken: Candidate[] = [];
  let room = maxAnswerChars;
  while (left.size > 0 && room > 100) {
    const best = bestOf(left, taken, terms, said);
    if (!best) break;
    left.delete(best);
    const passage = shortened(best.passage, terms);
    const isNew = !taken.some((each) => each.place === best.place);
    const cost = passage.text.length + (isNew ? headingChars : 2);
    if (cost > room) continue;
    room -= cost;
    taken.push({ ...best, passage });
    for (const term of terms) if (says(passage.stems, term)) said.set(term, (said.get(term) ?? 0) + 1);
  }
  return grouped(taken);
}

/** What a section's heading takes of the room, about. */
const headingChars = 90;

function bestOf(
  left: ReadonlySet<Candidate>,
  taken: readonly Candidate[],
  terms: readonly WeighedTerm[],
  said: ReadonlyMap<WeighedTerm, number>,
): Candidate | undefined {
  let best: Candidate | undefined;
  let most = minWorth;
  for (const candidate of left) {
    const worth = worthOf(candidate, taken, terms, said);
    if (worth > most) {
      most = worth;
      best = candidate;
    }
  }
  return best;
}

/** Passages worth less say nothing of what was asked. */
const minWorth = 0.3;

function worthOf(
  { passage, heading, share, order, place }: Candidate,
  taken: readonly Candidate[],
  terms: readonly WeighedTerm[],
  said: ReadonlyMap<WeighedTerm, number>,
): number {
  let worth = 0;
  for (const term of terms) {
    const times = said.get(term) ?? 0;
    if (says(passage.stems, term)) worth += term.weight / (1 + times);
    else if (says(heading, term)) worth += (0.5 * term.weight) / (1 + times);
  }
  const next = taken.some((each) => each.place === place && Math.abs(each.order - order) === 1);
  if (next) worth += passage.kind === 'code' ? 2 : 1;
  if (passage.kind === 'code') worth += 0.5;
  if (/`[^`]+`/.test(passage.text)) worth += 0.3;
  return (worth * share * share) / (1 + order * 0.05);
}

function says(stems: ReadonlySet<string>, term: WeighedTerm): boolean {
  return term.spellings.some((spelling) => spelling.words.every((word) => stems.has(stemOf(word))));
}

/** Long code cut to the lines around what was asked. */
function shortened(passage: Passage, terms: readonly WeighedTerm[]): Passage {
  if (passage.kind !== 'code' || passage.text.length <= maxCodeChars) return passage;
  const [open = '```', ...rest] = passage.text.split('\n');
  const lines = rest.slice(0, -1);
  const asked = terms.map((term) => term.text.replace(/[^\p{L}\p{N}]/gu, '')).filter((text) => text.length > 2);
  const found = lines.findIndex(
    (line) => asked.some((text) => line.toLowerCase().includes(text)) && !/^\s*import\b/.test(line),
  );
  let from = Math.max(0, found - 3);
  let to = from;
  let size = 0;
  while (to < lines.length && size + (lines[to]?.length ?? 0) < maxCodeChars) size += (lines[to++]?.length ?? 0) + 1;
  while (from > 0 && size + (lines[from - 1]?.length ?? 0) < maxCodeChars) size += (lines[--from]?.length ?? 0) + 1;
  const shown = [...(from > 0 ? ['…'] : []), ...lines.slice(from, to), ...(to < lines.length ? ['…'] : [])];
  return { ...passage, text: [open, ...shown, '```'].join('\n') };
}

/** Sections in the order of their rank, passages in the order of the page. */
function grouped(taken: readonly Candidate[]): readonly Picked[] {
  const ranks = [...new Set(taken.map((each) => each.rank))].sort((a, b) => a - b);
  return ranks.flatMap((rank) => {
    const own = taken.filter((each) => each.rank === rank).sort((a, b) => a.order - b.order);
    const place = own[0]?.place;
    return place ? [{ place, passages: own.map((each) => each.passage) }] : [];
  });
}

/** Sentences of one paragraph flow, items of one list stand under each other, blocks are set apart. */
function joined(passages: readonly Passage[]): string {
  let text = '';
  let last: Passage | undefined;
  for (const passage of passages) {
    const together = last?.block === passage.block && last.kind === passage.kind;
    if (text !== '') text += together ? (passage.kind === 'prose' ? ' ' : '\n') : '\n\n';
    const isRow = together && passage.kind === 'table';
    text += isRow ? passage.text.split('\n').slice(2).join('\n') : passage.text;
    last = passage;
  }
  return text;
}
