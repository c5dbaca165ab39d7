/**
 * The passages that answer. In: what a search found. Out: a few passages in the order in which they are read, with the
 * place that each stands in. Pure.
 */

import type { Work } from '../../base/time-slices.ts';
import { weighted } from '../search/ranking/page-features.ts';
import type { SearchResult } from '../search/ranking/search-result.ts';
import { foldedPassage } from './code-snippet.ts';
import { withoutMark } from './list-items.ts';
import { type Candidate, type Place, toCandidates } from './passage-candidates.ts';
import { fittedPassageWeights, type PassageFeatures, passageFeatures, sharesOf } from './passage-features.ts';
import { type Passage, rowsOf } from './passages.ts';

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

/** One passage after the other is taken; those of a short section together. */
export interface Taking {
  /** All that were left, and what each was taken for. */
  readonly left: readonly Weighed[];
  readonly taken: readonly Candidate[];
}

export interface Weighed {
  readonly candidate: Candidate;
  readonly features: PassageFeatures;
  readonly score: number;
}

/**
 * The passages that answer. The best is taken again and again while there is room; what is said already counts less. The first
 * is what a place asked for by name begins with, or else of the best section of the first page. The fit looks on by `onTaken`.
 */
export function* selectPassages(
  found: SearchResult,
  { chars, titleOf, shown }: Room,
  weights = fittedPassageWeights,
  onTaken?: (taking: Taking) => void,
): Work<readonly Picked[]> {
  const words = found.terms.map(({ parts }) => parts.join(''));
  const shares = sharesOf(found.terms);
  const said = shares.map(() => 0);
  const left = new Set(yield* toCandidates(found));
  const taken: Candidate[] = [];
  let room = chars;
  let least = Number.NEGATIVE_INFINITY;
  while (room > leastRoom) {
    // Of the best page everything may be taken: an error's cause and solution share no words with the error.
    const ranked = (yield* weighed(left, weigh)).filter(
      ({ score, candidate }) => score >= least || candidate.page === 1,
    );
    const best = yield* takeBest(taken.length === 0 ? withFirst(ranked) : ranked, left, toFitting);
    if (!best) break;
    if (taken.length === 0) least = weigh(best).score - maxLess;
    const before = taken.length;
    take(best);
    if (best.place.isShort) yield* takeOthers(best.place);
    onTaken?.({ left: ranked, taken: taken.slice(before) });
  }
  return grouped(taken);

  function take(candidate: Candidate): void {
    room -= costOf(candidate, taken, titleOf);
    taken.push(candidate);
    for (const [at, surely] of candidate.says.entries()) said[at] = (said[at] ?? 0) + surely;
  }

  function* takeOthers(place: Place): Work<void> {
    for (const candidate of [...left].filter((each) => each.place === place)) {
      yield;
      left.delete(candidate);
      const fitting = toFitting(candidate);
      if (fitting) take(fitting);
    }
  }

  function weigh(candidate: Candidate): Weighed {
    const features = passageFeatures(candidate, shares, said);
    return { candidate, features, score: weighted(features, weights) };
  }

  /** As it is shown: code is folded only where it may be taken. */
  function toFitting(candidate: Candidate): Candidate | undefined {
    const { passage } = candidate;
    if (taken.some((each) => repeats(passage, each.passage))) return undefined;
    const folded = { ...candidate, passage: foldedPassage(passage, words) };
    if (isShown(folded.passage, shown)) return undefined;
    return costOf(folded, taken, titleOf) <= room + overrunOf(candidate) ? folded : undefined;
  }
}

function* weighed(left: Iterable<Candidate>, weigh: (candidate: Candidate) => Weighed): Work<readonly Weighed[]> {
  const all: Weighed[] = [];
  for (const candidate of left) {
    all.push(weigh(candidate));
    yield;
  }
  return all.sort((a, b) => b.score - a.score);
}

/** Fewer characters hold no passage. */
const leastRoom = 100;
/** Scores are logarithms of odds: what is so much less likely to answer than the first passage is left out. */
const maxLess = 3;
/** Cut code is wrong, and steps without their end are useless: both may take this many characters more than there is room for. */
const overrunChars = 200;
/** For the steps of the best page, which are most likely what was asked for. */
export const maxOverrunChars = 500;

function overrunOf({ passage, page }: Candidate): number {
  if (passage.isSteps && page === 1) return maxOverrunChars;
  return passage.isSteps || passage.kind === 'code' ? overrunChars : 0;
}

/** Who names a page asks what it is: that is what it begins with. Then what is of the best place. */
function withFirst(ranked: readonly Weighed[]): readonly Weighed[] {
  const worth = ({ candidate: { opens, rank, passage } }: Weighed): number =>
    opens ? 3 : rank > 0 ? 0 : passage.pointsBack ? 1 : 2;
  return ranked.toSorted((a, b) => worth(b) - worth(a));
}

/** A table's rows stand under one head, and an item's sentences behind one mark. */
function isShown({ kind, text }: Passage, shown: string): boolean {
  return shown.includes(kind === 'table' ? rowsOf(text) : withoutMark(text));
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
  const [first = '', second = ''] = [one, other].map(labelOf);
  return first !== second && /\d/.test(first) && /\d/.test(second);
}

/** Code without a title may be named by the comment that it begins with. */
function labelOf({ title, text }: Passage): string {
  const comment = /^```[^\n]*\n\s*(?:\/\/|#|--)([^\n]*)/.exec(text)?.[1] ?? '';
  return title === '' ? comment : title.replace(/\.\w+$/, '');
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

/**
 * The best that fits. Those that do not are left out for good: there will be less room, and what they say has been said. They
 * change nobody's score, so a page of thousands of rows is weighed only once for each taken.
 */
function* takeBest(
  ranked: readonly Weighed[],
  left: Set<Candidate>,
  toFitting: (candidate: Candidate) => Candidate | undefined,
): Work<Candidate | undefined> {
  for (const { candidate } of ranked) {
    yield;
    left.delete(candidate);
    const fitting = toFitting(candidate);
    if (fitting) return fitting;
  }
  return undefined;
}

/**
 * Pages as they were taken; of each, the section and the block that answer best, then the others as their author ordered them.
 * A short section is shown as it was written.
 */
function grouped(taken: readonly Candidate[]): readonly Picked[] {
  return [...Map.groupBy(taken, ({ place }) => place.page)].flatMap(([page, own]) => {
    const sections = Map.groupBy(own, ({ place }) => place);
    const places = firstThenSorted([...sections.keys()], ({ section }) => page.sections.indexOf(section));
    return places.map((place) => {
      const blocks = Map.groupBy(sections.get(place) ?? [], ({ passage }) => passage.block);
      const order = place.isShort
        ? [...blocks.keys()].sort((a, b) => a - b)
        : firstThenSorted([...blocks.keys()], (at) => at);
      const passages = order.flatMap((block) =>
        (blocks.get(block) ?? []).toSorted((a, b) => a.order - b.order).map(({ passage }) => passage),
      );
      return { place, passages };
    });
  });
}

function firstThenSorted<T>([first, ...others]: readonly T[], positionOf: (item: T) => number): readonly T[] {
  if (first === undefined) return [];
  return [first, ...others.sort((a, b) => positionOf(a) - positionOf(b))];
}
