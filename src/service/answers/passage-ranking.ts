/**
 * Passage ranking: greedy selection by a weighted sum of features, where terms that the answer already contains count less
 * (as in maximal marginal relevance). In: a search result. Out: the passages of the section that answers in reading order, excerpts
 * of others that say more of the question than the rest of it does, and a line each of a few further sections. Pure.
 */

import type { Work } from '../../kit/base/time-slices.ts';
import { maxTermWeight, type WeighedTerm } from '../search/ranking/matching.ts';
import { weighted } from '../search/ranking/page-features.ts';
import type { SearchResult } from '../search/ranking/search-result.ts';
import { commonness } from '../search/ranking/word-frequency.ts';
import { withoutMark } from './list-items.ts';
import { type Candidate, type Place, toCandidates } from './passage-candidates.ts';
import { toLine } from './passage-line.ts';
import fitted from './passage-weights.json' with { type: 'json' };
import { type Passage, rowsOf } from './passages.ts';

/** What an answer consists of. */
export interface Selection {
  /** The section that answers, then excerpts of others; with their selected passages in page order. */
  readonly quoted: readonly Picked[];
  /** Other sections that say something of it, best first. */
  readonly further: readonly Further[];
}

/** A section of which a line is shown. */
export interface Further {
  readonly place: Place;
  readonly line: string;
}

export interface Picked {
  readonly place: Place;
  readonly passages: readonly Passage[];
}

export interface SelectionOptions {
  /** How many characters are quoted; steps and code may need more. */
  readonly chars: number;
  /** The answers so far: passages that they contain are skipped. */
  readonly shown: string;
  /** Whether the question is the heading of this section. */
  readonly isAsked?: (place: Place) => boolean;
}

/** One step of the selection: a passage, or all of a short section. */
export interface Taking {
  /** All remaining candidates with their scores. */
  readonly left: readonly Weighed[];
  readonly taken: readonly Candidate[];
}

export interface Weighed {
  readonly candidate: Candidate;
  readonly features: PassageFeatures;
  readonly score: number;
}

/**
 * Selects passages greedily. The first one decides which section is quoted: the best of the best page, or the opening of the page
 * if the question only names it. The others are of that section, from its first sentence on, excerpts of a few other sections
 * while there is room, or a line for each further section. `onTaken` lets the fit observe each step.
 */
export function* selectPassages(
  found: SearchResult,
  { chars, shown, isAsked = () => false }: SelectionOptions,
  weights = fittedPassageWeights,
  onTaken?: (taking: Taking) => void,
): Work<Selection> {
  const shares = sharesOf(found.terms);
  const said = shares.map(() => 0);
  const candidates = yield* toCandidates(found);
  const bySection = Map.groupBy(candidates, ({ place }) => place);
  const left = new Set(candidates);
  const quoted: Candidate[] = [];
  const further: Candidate[] = [];
  let room = chars;
  let least = Number.NEGATIVE_INFINITY;
  for (;;) {
    // Every passage of the best page is eligible: the cause and the fix of an error share no words with its message.
    const ranked = (yield* weighed(left, weigh)).filter(
      ({ score, candidate }) => score >= least || candidate.page === 1,
    );
    const best = yield* takeBest(quoted.length === 0 ? withFirst(ranked, isAsked) : ranked, left, toFitting);
    const first = best?.[0];
    if (!best || !first) break;
    if (quoted.length === 0) least = weigh(first).score - maxLess;
    const before = quoted.length + further.length;
    if (isQuoted(first.place)) best.forEach(takeQuoted);
    else if (quoted.length === 0) yield* quote(best, first.place);
    else if (isQuotable()) best.forEach(takeQuoted);
    else take(first, further);
    onTaken?.({ left: ranked, taken: [...quoted, ...further].slice(before) });
  }
  return { quoted: inPageOrder(quoted), further: further.map(toFurther) };

  function toFurther(candidate: Candidate): Further {
    return { place: candidate.place, line: lineOf(candidate, shares) ?? '' };
  }

  function isQuoted(place: Place): boolean {
    return quoted.some((other) => other.place === place);
  }

  /** The first section, and a few others while there is room. */
  function isQuotable(): boolean {
    const places = new Set(quoted.map(({ place }) => place)).size;
    return places === 0 || (places < maxQuoted && room >= leastRoom);
  }

  function take(candidate: Candidate, into: Candidate[]): void {
    left.delete(candidate);
    into.push(candidate);
    for (const [at, surely] of candidate.says.entries()) said[at] = (said[at] ?? 0) + surely;
  }

  function takeQuoted(candidate: Candidate): void {
    room -= costOf(candidate, quoted);
    take(candidate, quoted);
  }

  /** The first section is shown whole if it is short, else from its first sentence on. */
  function* quote(best: readonly Candidate[], place: Place): Work<void> {
    const own = bySection.get(place) ?? [];
    best.forEach(takeQuoted);
    for (const candidate of place.isShort ? own : own.slice(0, 1)) {
      yield;
      if (!quoted.includes(candidate)) toFitting(candidate, openingRoom)?.forEach(takeQuoted);
    }
  }

  function weigh(candidate: Candidate): Weighed {
    const features = passageFeatures(candidate, shares, said);
    return { candidate, features, score: weighted(features, weights) };
  }

  /** The candidate with those before it that it refers to, if they fit; for a further section, if it can be said in a line. */
  function toFitting(candidate: Candidate, extra = 0): readonly Candidate[] | undefined {
    const { place } = candidate;
    if ([...quoted, ...further].some((other) => repeats(candidate, other))) return undefined;
    if (shown !== '' && isShown(candidate, lineOf(candidate, shares), shown)) return undefined;
    if (!isQuoted(place) && !isQuotable()) {
      if (further.length >= maxFurther || further.some((other) => other.place === place)) return undefined;
      return lineOf(candidate, shares) === undefined ? undefined : [candidate];
    }
    const whole = withBefore(candidate, bySection.get(place) ?? []).filter(
      (each) => each === candidate || !quoted.some((other) => each === other || repeats(each, other)),
    );
    const cost = whole.reduce((sum, each) => sum + costOf(each, quoted), 0);
    return cost <= room + extra + overrunOf(candidate) ? whole : undefined;
  }
}

/** Less room is left empty rather than begin another section. */
const leastRoom = 100;
/** Of how many sections passages are quoted. */
const maxQuoted = 3;
/** How many further sections an answer names. */
export const maxFurther = 2;
/** The first sentence of a section is never dropped for want of this much room. */
const openingRoom = 280;
/** How many passages before one that refers back are shown with it. */
const maxBefore = 2;

function withBefore(candidate: Candidate, section: readonly Candidate[]): readonly Candidate[] {
  const whole = [candidate];
  for (let at = candidate.order; whole[0]?.passage.pointsBack && whole.length <= maxBefore; at -= 1) {
    const before = section[at - 1];
    if (!before) break;
    whole.unshift(before);
  }
  return whole;
}

function* weighed(left: Iterable<Candidate>, weigh: (candidate: Candidate) => Weighed): Work<readonly Weighed[]> {
  const all: Weighed[] = [];
  for (const candidate of left) {
    all.push(weigh(candidate));
    yield;
  }
  return all.sort((a, b) => b.score - a.score);
}

/** Scores are log odds: passages that are this much less likely to answer than the first one are left out. */
const maxLess = 3;
/** Truncated code is wrong and incomplete steps are useless, so both may exceed the budget by this much. */
const codeOverrunChars = 300;
export const maxOverrunChars = 900;

function overrunOf({ passage }: Candidate): number {
  return passage.isSteps ? maxOverrunChars : passage.kind === 'code' ? codeOverrunChars : 0;
}

/** A heading that is the question comes first, then the opening of a page that it only names, then the best section. */
function withFirst(ranked: readonly Weighed[], isAsked: (place: Place) => boolean): readonly Weighed[] {
  const worth = ({ candidate: { opens, rank, passage, place } }: Weighed): number =>
    isAsked(place) ? 4 : opens ? 3 : rank > 0 ? 0 : passage.pointsBack ? 1 : 2;
  return ranked.toSorted((a, b) => worth(b) - worth(a));
}

/** The passage in one line, which begins with what says most of the question. */
function lineOf({ passage, saysIn }: Candidate, shares: readonly number[]): string | undefined {
  return toLine(passage, (text) => {
    const says = saysIn(text);
    return shares.reduce((sum, share, at) => sum + share * (says[at] ?? 0), 0);
  });
}

/** Compares rows without their table's header, sentences without their item's marker, and what was said in a line. */
function isShown({ passage: { kind, text } }: Candidate, line: string | undefined, shown: string): boolean {
  return shown.includes(kind === 'table' ? rowsOf(text) : withoutMark(text)) || (!!line && shown.includes(line));
}

/** A passage that shares this much of its words with another repeats it for another language or tool, or on a sister page. */
const repeatShare = 0.6;

function repeats({ place, passage: one }: Candidate, { place: otherPlace, passage: other }: Candidate): boolean {
  if (one.kind !== other.kind || isOtherVersion(one, other)) return false;
  // Sentences of one section go on about the same things.
  if (one.kind === 'prose' && place === otherPlace) return false;
  const same = [...one.stems].filter((stem) => other.stems.has(stem)).length;
  return same >= repeatShare * one.stems.size;
}

/** Code before and after a change looks alike ("v1" and "v2") but differs, while `a.ts` and `a.js` are the same. */
function isOtherVersion(one: Passage, other: Passage): boolean {
  const [first = '', second = ''] = [one, other].map(labelOf);
  return first !== second && /\d/.test(first) && /\d/.test(second);
}

/** Code without a title may be labelled by its first comment. */
function labelOf({ title, text }: Passage): string {
  const comment = /^```[^\n]*\n\s*(?:\/\/|#|--)([^\n]*)/.exec(text)?.[1] ?? '';
  return title === '' ? comment : title.replace(/\.\w+$/, '');
}

/** The characters that it needs, including blank lines; a long block needs those of its link. */
function costOf({ passage }: Candidate, quoted: readonly Candidate[]): number {
  const isLed = !quoted.some((other) => other.passage.block === passage.block);
  const lead = isLed ? passage.lead.length + 2 : 0;
  if (passage.isLong) return lead + linkChars;
  return passage.text.length + (passage.title === '' ? 0 : passage.title.length + 5) + lead + 2;
}

const linkChars = 60;

/**
 * Returns the best candidate that fits. Those that do not fit are dropped for good, since the room only shrinks. Dropping them
 * changes no score, so even a page of thousands of rows is scored once per selected passage.
 */
function* takeBest(
  ranked: readonly Weighed[],
  left: Set<Candidate>,
  toFitting: (candidate: Candidate) => readonly Candidate[] | undefined,
): Work<readonly Candidate[] | undefined> {
  for (const { candidate } of ranked) {
    yield;
    left.delete(candidate);
    const fitting = toFitting(candidate);
    if (fitting) return fitting;
  }
  return undefined;
}

/** The best section first, others of the page as they were selected. */
function inPageOrder(quoted: readonly Candidate[]): readonly Picked[] {
  return [...Map.groupBy(quoted, ({ place }) => place)].map(([place, own]) => ({
    place,
    passages: own.toSorted((a, b) => a.order - b.order).map(({ passage }) => passage),
  }));
}

/**
 * The features by which passages are ranked, or their weights in the sum, `passage-weights.json`. `npm run fit` fits these to the
 * passages that contain the facts of right answers.
 */
export interface PassageFeatures {
  /** Score of its page, relative to the best page. */
  readonly page: number;
  /** Score of its section, relative to the best section. */
  readonly section: number;
  /** Weighted share of the query terms that it contains; terms that the answer already contains count less. */
  readonly match: number;
  /** The same, if it is code: code shows best how to do something. */
  readonly codeMatch: number;
}

export const fittedPassageWeights: PassageFeatures = fitted;

/** The weight of an everyday word; a word that everyday English lacks has 1.2. */
const everydayWeight = 0.2;

/**
 * The share of each term in the weight of the question. Everyday words are rare in docs merely because docs do not need them, so
 * their rarity says little about what was meant.
 */
export function sharesOf(terms: readonly WeighedTerm[]): readonly number[] {
  const weights = terms.map(
    ({ weight, parts }) => Math.min(weight, maxTermWeight) * (1 + everydayWeight - Math.max(...parts.map(commonness))),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return weights.map((weight) => weight / total);
}

/** `said`: how often the answer already contains each term. */
function passageFeatures(
  { page, section, says, passage }: Candidate,
  shares: readonly number[],
  said: readonly number[],
): PassageFeatures {
  let match = 0;
  for (const [at, share] of shares.entries()) match += (share * (says[at] ?? 0)) / (1 + (said[at] ?? 0));
  return { page, section, match, codeMatch: passage.kind === 'code' ? match : 0 };
}
