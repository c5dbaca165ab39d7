/**
 * The passages that answer. In: what a search found. Out: a few passages in the order in which they are read, with the
 * place that each stands in. Pure.
 */

import type { Work } from '../../base/time-slices.ts';
import type { WeighedTerm } from '../search/ranking/matching.ts';
import type { SearchResult } from '../search/ranking/search-result.ts';
import { type Candidate, type Place, toCandidates } from './passage-candidates.ts';
import type { Passage } from './passages.ts';

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
  /** Answers of the conversation so far: what they show is not taken again. */
  readonly shown: string;
}

/**
 * The passages that say most of what was asked and name most of what is new, best page first. The first is of the section that
 * fits best; then the best is taken again and again while there is room; what is said or named already counts less.
 */
export function* selectPassages(found: SearchResult, { chars, titleOf, shown }: Room): Work<readonly Picked[]> {
  const { terms } = found;
  const words = terms.map(({ parts }) => parts.join(''));
  const known: Known = { taken: [], said: terms.map(() => 0), named: new Set(words) };
  const all = yield* toCandidates(found, words);
  const names = closenessOf(all, terms);
  const left = new Set(all.filter(({ passage }) => !isShown(passage, shown)));
  const weigh = (candidate: Candidate): number => worthOf(candidate, known, { terms, names });
  const cost = (candidate: Candidate): number => costOf(candidate, known.taken, titleOf);
  const openings = new Set([...left].filter(({ rank }) => rank === 0));
  let least = 0;
  let room = chars;
  const fits = (candidate: Candidate): boolean =>
    cost(candidate) <= room && !known.taken.some(({ passage }) => repeats(candidate.passage, passage));
  while (room > 100) {
    const opening = known.taken.length === 0 ? yield* takeBest(openings, weigh, least, fits) : undefined;
    const best = opening ?? (yield* takeBest(left, weigh, least, fits));
    if (!best) break;
    const { candidate, worth } = best;
    left.delete(candidate);
    least = Math.max(least, worth * minWorthShare);
    room -= cost(candidate);
    known.taken.push(candidate);
    for (const name of candidate.passage.names) known.named.add(name);
    for (const [at, surely] of candidate.says.entries()) known.said[at] = (known.said[at] ?? 0) + surely;
  }
  return grouped(known.taken);
}

/** A table's rows stand under one head. */
function isShown({ kind, text }: Passage, shown: string): boolean {
  return shown.includes(kind === 'table' ? text.split('\n').slice(2).join('\n') : text);
}

/** What the answer shows already. */
interface Known {
  readonly taken: Candidate[];
  /** How often each term is said, in their order. */
  readonly said: number[];
  readonly named: Set<string>;
}

/** A passage most of whose words another one says is the same in another language, for another tool, on a sister page. */
const repeatShare = 0.6;

function repeats(one: Passage, other: Passage): boolean {
  if (one.kind !== other.kind || isOtherVersion(one, other)) return false;
  const same = [...one.stems].filter((stem) => other.stems.has(stem)).length;
  return same >= repeatShare * one.stems.size;
}

/** Before and after a change look alike: code titled "v1" and "v2", while `a.ts` and `a.js` are the same. */
function isOtherVersion(one: Passage, other: Passage): boolean {
  const [first, second] = [one, other].map(({ title }) => title.replace(/\.\w+$/, ''));
  return first !== second && /\d/.test(one.title) && /\d/.test(other.title);
}

/** What it takes of the room, with the blank lines around it. */
function costOf({ place, passage }: Candidate, taken: readonly Candidate[], titleOf: Room['titleOf']): number {
  const ofPage = taken.filter((each) => each.place.page === place.page);
  const own = ofPage.filter((each) => each.place === place);
  const isLed = !own.some((each) => each.passage.block === passage.block);
  const heading = own.length === 0 ? titleOf(place, ofPage.length === 0).length + 4 : 2;
  const title = passage.title === '' ? 0 : passage.title.length + 5;
  return passage.text.length + title + (isLed ? passage.lead.length + 2 : 0) + heading;
}

/** Passages worth less than this share of the best say next to nothing of what was asked. */
const minWorthShare = 0.2;

interface Weighed {
  readonly candidate: Candidate;
  readonly worth: number;
}

/**
 * The best that fits and is worth at least so much. Those that do not fit are left out for good: there will be less room, and
 * what they say has been said. They change nobody's worth, so a page of thousands of rows is weighed only once for each taken.
 */
function* takeBest(
  left: Set<Candidate>,
  weigh: (candidate: Candidate) => number,
  least: number,
  fits: (candidate: Candidate) => boolean,
): Work<Weighed | undefined> {
  const weighed: Weighed[] = [];
  for (const candidate of left) {
    weighed.push({ candidate, worth: weigh(candidate) });
    yield;
  }
  const ranked = weighed.filter(({ worth }) => worth > 0 && worth >= least).sort((a, b) => b.worth - a.worth);
  for (const each of ranked) {
    yield;
    left.delete(each.candidate);
    if (fits(each.candidate)) return each;
  }
  return undefined;
}

/** Who asks for a need is answered by a name: so many of a passage that are new, each for how close it stands. */
const maxNames = 3;
const nameWorth = 1.4;
/** Code and steps say in few of the words that were asked what to do. */
const doingWorth = 0.75;
/** The best page, if it is short, answers as a whole. */
const shortWorth = 3;
/** Who names a thing asks what it is: that is what its page or section begins with. */
const openingWorth = { page: 6, section: 1.5 };
/** What another page adds is read with less trust than what stands beside the answer. */
const otherPageWorth = 0.8;
/** "This" and "they" stand for what is not shown. */
const danglingWorth = 0.7;
/** What a place begins with says what it is about: each passage before costs so much. */
const orderCost = 0.05;
/** Further down no passage costs more: the last row of a table answers like its first. */
const maxOrder = 8;
/** What stands next to a passage that was taken goes on with it. */
const nextWorth = { code: 2, other: 1 };

/** What is asked for: terms as they were asked, names as far as they stand close to them. */
interface Sought {
  readonly terms: readonly WeighedTerm[];
  readonly names: ReadonlyMap<string, number>;
}

function worthOf(candidate: Candidate, { taken, said, named }: Known, { terms, names }: Sought): number {
  const { passage, share, isOfShort, opens, order, place } = candidate;
  const unnamed = [...passage.names].filter((name) => !named.has(name)).map((name) => names.get(name) ?? 0);
  const closest = unnamed.sort((a, b) => b - a).slice(0, maxNames);
  let worth = closest.reduce((sum, closeness) => sum + nameWorth * closeness, matchOf(candidate, terms, said));
  const follows = taken.some((each) => each.place === place && each.order === order - 1);
  const isNext = follows || taken.some((each) => each.place === place && each.order === order + 1);
  if (isNext) worth += passage.kind === 'code' ? nextWorth.code : nextWorth.other;
  if (passage.kind === 'code' || passage.isSteps) worth += doingWorth;
  if (isOfShort) worth += shortWorth;
  if (opens) worth += openingWorth[opens];
  if (passage.pointsBack && order > 0 && !follows) worth *= danglingWorth;
  if (taken[0] && taken[0].place.page !== place.page) worth *= otherPageWorth;
  return (worth * share) / ((1 + orderCost * Math.min(order, maxOrder)) * lengthOf(passage));
}

/** What it says of the terms, by weight. */
function matchOf({ says }: Candidate, terms: readonly WeighedTerm[], said: readonly number[]): number {
  return terms.reduce((sum, { weight }, at) => sum + (weight * (says[at] ?? 0)) / (1 + (said[at] ?? 0)), 0);
}

/** How close each name stands to what was asked: how well the best passage that shows it matches, 1 for the very best. */
function closenessOf(candidates: readonly Candidate[], terms: readonly WeighedTerm[]): ReadonlyMap<string, number> {
  const matches = candidates.map((each) => ({
    names: each.passage.names,
    match: each.share * matchOf(each, terms, []),
  }));
  const best = matches.reduce((most, { match }) => Math.max(most, match), 1);
  const closeness = new Map<string, number>();
  for (const { names, match } of matches) {
    for (const name of names) closeness.set(name, Math.max(closeness.get(name) ?? 0, match / best));
  }
  return closeness;
}

/** A passage of usual length is 1; what is long leaves less room for others. */
function lengthOf({ text }: Passage): number {
  return ((text.length + 60) / 200) ** 0.3;
}

/**
 * Pages in the order of their best section; of each, the section that was asked for by name or fits best, then the others in
 * the order of the page, as its author meant them.
 */
function grouped(taken: readonly Candidate[]): readonly Picked[] {
  const ranked = taken.toSorted((a, b) => a.rank - b.rank);
  const pages = [...new Set(ranked.map((each) => each.place.page))];
  return pages.flatMap((page) => {
    const own = ranked.filter(({ place }) => place.page === page);
    const first = (own.find(({ opens }) => opens) ?? own[0])?.place.section;
    const sections = page.sections.toSorted((a, b) => Number(b === first) - Number(a === first));
    return sections.flatMap((section) => {
      const here = own.filter(({ place }) => place.section === section).sort((a, b) => a.order - b.order);
      return here[0] ? [{ place: here[0].place, passages: here.map((each) => each.passage) }] : [];
    });
  });
}
