/**
 * Passage ranking: greedy selection by a weighted sum of features, where terms that the answer already contains count less
 * (as in maximal marginal relevance). In: a search result. Out: a few passages in reading order, grouped by section. Pure.
 */

import type { Work } from '../../kit/base/time-slices.ts';
import { weighted } from '../search/ranking/page-features.ts';
import type { SearchResult } from '../search/ranking/search-result.ts';
import { foldedPassage } from './code-snippet.ts';
import { withoutMark } from './list-items.ts';
import { type Candidate, type Place, toCandidates } from './passage-candidates.ts';
import { fittedPassageWeights, type PassageFeatures, passageFeatures, sharesOf } from './passage-features.ts';
import { type Passage, rowsOf } from './passages.ts';

/** The passages selected from one section, in page order. */
export interface Picked {
  readonly place: Place;
  readonly passages: readonly Passage[];
}

/** The budget of an answer in characters, and the title above the passages of a section. */
export interface Room {
  readonly chars: number;
  /** `isFirst`: this is the first section of its page. */
  readonly titleOf: (place: Place, isFirst: boolean) => string;
  /** The answers so far: passages that they contain are skipped. */
  readonly shown: string;
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
 * Selects passages greedily while there is room. The first one comes from the best section of the best page, or opens the page
 * if the question only names it. `onTaken` lets the fit observe each step.
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
    // Every passage of the best page is eligible: the cause and the fix of an error share no words with its message.
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
    for (const candidate of [...left].filter((other) => other.place === place)) {
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

  /** The candidate as it would be shown, if it fits. Code is shortened only here, because that is expensive. */
  function toFitting(candidate: Candidate): Candidate | undefined {
    const { passage } = candidate;
    if (taken.some((other) => repeats(passage, other.passage))) return undefined;
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

/** Too little room for any passage. */
const leastRoom = 100;
/** Scores are log odds: passages that are this much less likely to answer than the first one are left out. */
const maxLess = 3;
/** Truncated code is wrong and incomplete steps are useless, so both may exceed the budget by this much. */
const overrunChars = 200;
/** For steps on the best page, which are most likely what was asked for. */
export const maxOverrunChars = 500;

function overrunOf({ passage, page }: Candidate): number {
  if (passage.isSteps && page === 1) return maxOverrunChars;
  return passage.isSteps || passage.kind === 'code' ? overrunChars : 0;
}

/** A question that names a page is answered by its opening; any other question by the best section first. */
function withFirst(ranked: readonly Weighed[]): readonly Weighed[] {
  const worth = ({ candidate: { opens, rank, passage } }: Weighed): number =>
    opens ? 3 : rank > 0 ? 0 : passage.pointsBack ? 1 : 2;
  return ranked.toSorted((a, b) => worth(b) - worth(a));
}

/** Compares rows without their table's header, and sentences without their item's marker. */
function isShown({ kind, text }: Passage, shown: string): boolean {
  return shown.includes(kind === 'table' ? rowsOf(text) : withoutMark(text));
}

/** A passage that shares this much of its words with another repeats it for another language or tool, or on a sister page. */
const repeatShare = 0.6;

function repeats(one: Passage, other: Passage): boolean {
  if (one.kind !== other.kind || isOtherVersion(one, other)) return false;
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

/** The characters that it needs, including its title and blank lines. */
function costOf({ place, passage }: Candidate, taken: readonly Candidate[], titleOf: Room['titleOf']): number {
  const ofPage = taken.filter((other) => other.place.page === place.page);
  const own = ofPage.filter((other) => other.place === place);
  const isLed = !own.some((other) => other.passage.block === passage.block);
  const heading = own.length === 0 ? titleOf(place, ofPage.length === 0).length + 4 : 2;
  const title = passage.title === '' ? 0 : passage.title.length + 5;
  return passage.text.length + title + (isLed ? passage.lead.length + 2 : 0) + heading;
}

/**
 * Returns the best candidate that fits. Those that do not fit are dropped for good, since the room only shrinks. Dropping them
 * changes no score, so even a page of thousands of rows is scored once per selected passage.
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
 * Orders pages as they were selected; within each, the best section and block come first, the others in page order. A short
 * section is shown as written.
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
