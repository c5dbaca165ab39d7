/**
 * The passages that answer. In: what a search found. Out: a few passages in the order in which they are read, with the
 * place that each stands in. Pure.
 */
import type { Page } from './pages.ts';
import { type Passage, shortened, toPassages } from './passages.ts';
import type { Found, WeighedTerm } from './search.ts';
import type { Section } from './sections.ts';
import { stemOf, stemsIn } from './terms.ts';

/** A section of a page. */
export interface Place {
  readonly page: Page;
  readonly section: Section;
}

/** What is taken from one place, in the order of the page. */
export interface Picked {
  readonly place: Place;
  readonly passages: readonly Passage[];
}

/** How long the answer may be, in characters, and what stands above the passages of a place. */
export interface Room {
  readonly chars: number;
  readonly titleOf: (place: Place) => string;
}

/**
 * The passages that say most of what was asked, best page first. The best is taken again and again while there is room;
 * what is said already counts less.
 */
export function selectPassages(found: Found, { chars, titleOf }: Room): readonly Picked[] {
  const { terms } = found;
  const words = terms.map(({ parts }) => parts.join(''));
  const said = new Map<WeighedTerm, number>();
  const left = new Set(candidates(found));
  const taken: Candidate[] = [];
  let least = 0;
  let room = chars;
  while (left.size > 0 && room > 100) {
    const best = bestOf(left, (candidate) => worthOf(candidate, taken, terms, said));
    if (!best || best.worth < least) break;
    left.delete(best.candidate);
    if (taken.some(({ passage }) => repeats(best.candidate.passage, passage))) continue;
    least = Math.max(least, best.worth * minWorthShare);
    const candidate = { ...best.candidate, passage: shortened(best.candidate.passage, words) };
    const cost = costOf(candidate, taken, titleOf);
    if (cost > room) continue;
    room -= cost;
    taken.push(candidate);
    for (const term of terms) if (says(candidate.passage.stems, term)) said.set(term, (said.get(term) ?? 0) + 1);
  }
  return grouped(taken);
}

/** A passage as a candidate, with what it is worth beside the terms that it says. */
interface Candidate {
  readonly place: Place;
  /** Position of its place among the places, best first. */
  readonly rank: number;
  /** Position in its place. */
  readonly order: number;
  readonly passage: Passage;
  /** Share of the best place's score. */
  readonly share: number;
  /** What the headings above it say. */
  readonly heading: ReadonlySet<string>;
}

/** What a section's own fit counts beside its page's. */
const ownWeight = 0.6;

/** Of the sections that were found, the best. */
const maxPlaces = 12;

function candidates({ pages }: Found): readonly Candidate[] {
  const places = pages
    .flatMap(({ page, sections, score }) =>
      sections.map(({ section, score: own }) => ({ page, section, score: ownWeight * own + score })),
    )
    .sort((a, b) => b.score - a.score);
  const best = places[0]?.score ?? 1;
  return places
    .filter(({ section }) => section.blocks.length > 0)
    .slice(0, maxPlaces)
    .flatMap((place, rank) => {
      const heading = new Set(stemsIn([place.page.title, ...place.section.trail, place.section.heading].join(' ')));
      const share = place.score / best;
      return toPassages(place.section).map((passage, order) => ({ place, rank, order, passage, share, heading }));
    });
}

/** A passage most of whose words another one says is the same in another language, for another tool, on a sister page. */
const repeatShare = 0.6;

function repeats(one: Passage, other: Passage): boolean {
  const same = [...one.stems].filter((stem) => other.stems.has(stem)).length;
  return one.kind === other.kind && same >= repeatShare * one.stems.size;
}

/** What it takes of the room, with the blank lines around it. */
function costOf({ place, passage }: Candidate, taken: readonly Candidate[], titleOf: Room['titleOf']): number {
  const own = taken.filter((each) => each.place === place);
  const isLed = !own.some((each) => each.passage.block === passage.block);
  return (
    passage.text.length + (isLed ? passage.lead.length + 2 : 0) + (own.length === 0 ? titleOf(place).length + 4 : 2)
  );
}

/** Passages worth less than this share of the best say next to nothing of what was asked. */
const minWorthShare = 0.1;

interface Weighed {
  readonly candidate: Candidate;
  readonly worth: number;
}

function bestOf(left: ReadonlySet<Candidate>, worthOf: (candidate: Candidate) => number): Weighed | undefined {
  let best: Weighed | undefined;
  for (const candidate of left) {
    const worth = worthOf(candidate);
    if (worth > (best?.worth ?? 0)) best = { candidate, worth };
  }
  return best;
}

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
  // They say in few of the words that were asked what to do.
  if (passage.kind === 'code' || passage.isSteps) worth += 0.5;
  return (worth * share * share) / ((1 + order * 0.05) * lengthOf(passage));
}

/** A passage of usual length is 1; what is long leaves less room for others. */
function lengthOf({ text }: Passage): number {
  return ((text.length + 60) / 200) ** 0.25;
}

function says(stems: ReadonlySet<string>, term: WeighedTerm): boolean {
  return term.spellings.some((spelling) => spelling.words.every((word) => stems.has(stemOf(word))));
}

/** Pages in the order of their best section; sections and passages in the order of the page, as its author meant them. */
function grouped(taken: readonly Candidate[]): readonly Picked[] {
  const ranked = taken.toSorted((a, b) => a.rank - b.rank);
  const pages = [...new Set(ranked.map((each) => each.place.page))];
  return pages.flatMap((page) =>
    page.sections.flatMap((section) => {
      const own = taken.filter(({ place }) => place.section === section).sort((a, b) => a.order - b.order);
      const [first] = own;
      return first ? [{ place: first.place, passages: own.map((each) => each.passage) }] : [];
    }),
  );
}
