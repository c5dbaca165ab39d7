/**
 * The passages that answer. In: what a search found. Out: a few passages in the order in which they are read, with the
 * place that each stands in. Pure.
 */
import { foldedCode } from './folding.ts';
import type { Page } from './pages.ts';
import { type Passage, toPassages } from './passages.ts';
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
  /** `isFirst`: nothing of its page was shown before. */
  readonly titleOf: (place: Place, isFirst: boolean) => string;
}

/**
 * The passages that say most of what was asked and name most of what is new, best page first. The best is taken again
 * and again while there is room; what is said or named already counts less.
 */
export function selectPassages(found: Found, { chars, titleOf }: Room): readonly Picked[] {
  const { terms } = found;
  const words = terms.map(({ parts }) => parts.join(''));
  const known: Known = { taken: [], said: new Map(), named: new Set(words) };
  const left = new Set(candidates(found, words));
  let least = 0;
  let room = chars;
  while (left.size > 0 && room > 100) {
    const best = bestOf(left, (candidate) => worthOf(candidate, known, terms));
    if (!best || best.worth < least) break;
    const { candidate, worth } = best;
    left.delete(candidate);
    const cost = costOf(candidate, known.taken, titleOf);
    if (cost > room || known.taken.some(({ passage }) => repeats(candidate.passage, passage))) continue;
    least = Math.max(least, worth * minWorthShare);
    room -= cost;
    known.taken.push(candidate);
    for (const name of candidate.passage.names) known.named.add(name);
    for (const term of terms) {
      if (says(candidate.passage.stems, term)) known.said.set(term, (known.said.get(term) ?? 0) + 1);
    }
  }
  return grouped(known.taken);
}

/** What the answer shows already. */
interface Known {
  readonly taken: Candidate[];
  /** How often each term is said. */
  readonly said: Map<WeighedTerm, number>;
  readonly named: Set<string>;
}

/** A passage that may be taken. */
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

function candidates({ pages }: Found, words: readonly string[]): readonly Candidate[] {
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
      const passages = toPassages(place.section).map((passage) => folded(passage, words));
      return passages.map((passage, order) => ({ place, rank, order, passage, share, heading }));
    });
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

/** A passage most of whose words another one says is the same in another language, for another tool, on a sister page. */
const repeatShare = 0.6;

function repeats(one: Passage, other: Passage): boolean {
  const same = [...one.stems].filter((stem) => other.stems.has(stem)).length;
  return one.kind === other.kind && same >= repeatShare * one.stems.size;
}

/** What it takes of the room, with the blank lines around it. */
function costOf({ place, passage }: Candidate, taken: readonly Candidate[], titleOf: Room['titleOf']): number {
  const ofPage = taken.filter((each) => each.place.page === place.page);
  const own = ofPage.filter((each) => each.place === place);
  const isLed = !own.some((each) => each.passage.block === passage.block);
  const title = own.length === 0 ? titleOf(place, ofPage.length === 0).length + 4 : 2;
  return passage.text.length + (isLed ? passage.lead.length + 2 : 0) + title;
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

/** Who asks for a need is answered by a name: each new one is worth this, up to so many of a passage. */
const nameWorth = 0.7;
const maxNames = 3;
/** Code and steps say in few of the words that were asked what to do. */
const doingWorth = 0.75;
/** What stands next to a passage that was taken goes on with it. */
const nextWorth = { code: 2, other: 1 };

function worthOf(candidate: Candidate, { taken, said, named }: Known, terms: readonly WeighedTerm[]): number {
  const { passage, heading, share, order, place } = candidate;
  let worth = nameWorth * countNew(passage.names, named);
  for (const term of terms) {
    const weight = term.weight / (1 + (said.get(term) ?? 0));
    if (says(passage.stems, term)) worth += weight;
    else if (says(heading, term)) worth += 0.5 * weight;
  }
  const isNext = taken.some((each) => each.place === place && Math.abs(each.order - order) === 1);
  if (isNext) worth += passage.kind === 'code' ? nextWorth.code : nextWorth.other;
  if (passage.kind === 'code' || passage.isSteps) worth += doingWorth;
  return (worth * share) / ((1 + order * 0.05) * lengthOf(passage));
}

function countNew(names: ReadonlySet<string>, named: ReadonlySet<string>): number {
  let count = 0;
  for (const name of names) {
    if (!named.has(name)) count++;
    if (count === maxNames) break;
  }
  return count;
}

/** A passage of usual length is 1; what is long leaves less room for others. */
function lengthOf({ text }: Passage): number {
  return ((text.length + 60) / 200) ** 0.3;
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
