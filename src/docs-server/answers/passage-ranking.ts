/**
 * The passages that answer. In: what a search found. Out: a few passages in the order in which they are read, with the
 * place that each stands in. Pure.
 */

import type { Work } from '../../base/time-slices.ts';
import { weighted } from '../search/ranking/page-features.ts';
import type { SearchResult } from '../search/ranking/search-result.ts';
import { type Candidate, type Place, toCandidates } from './passage-candidates.ts';
import { fittedPassageWeights, type PassageFeatures, passageFeatures, toSought } from './passage-features.ts';
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

/** One passage after the other is taken. */
export interface Taking {
  /** All that were left, and what each was taken for. */
  readonly left: readonly Weighed[];
  readonly taken: Candidate;
}

export interface Weighed {
  readonly candidate: Candidate;
  readonly features: PassageFeatures;
  readonly score: number;
}

/**
 * The passages that answer. The best is taken again and again while there is room; what is said or named already counts less. The
 * first is what a place asked for by name begins with, or else of the section that fits best. The fit looks on by `onTaken`.
 */
export function* selectPassages(
  found: SearchResult,
  { chars, titleOf, shown }: Room,
  weights = fittedPassageWeights,
  onTaken?: (taking: Taking) => void,
): Work<readonly Picked[]> {
  const words = found.terms.map(({ parts }) => parts.join(''));
  const all = yield* toCandidates(found, words);
  const sought = toSought(all, found.terms);
  const known = { taken: [] as Candidate[], said: found.terms.map(() => 0), named: new Set(words) };
  const left = new Set(all.filter(({ passage }) => !isShown(passage, shown)));
  let least = Number.NEGATIVE_INFINITY;
  let room = chars;
  const cost = (candidate: Candidate): number => costOf(candidate, known.taken, titleOf);
  const fits = (candidate: Candidate): boolean =>
    cost(candidate) <= room && !known.taken.some(({ passage }) => repeats(candidate.passage, passage));
  while (room > leastRoom) {
    const ranked = yield* weighed(left, weigh);
    const best = (known.taken.length === 0 && firstOf(ranked, fits)) || (yield* takeBest(ranked, left, least, fits));
    if (!best) break;
    const { candidate, score } = best;
    left.delete(candidate);
    if (known.taken.length === 0) least = score - maxLess;
    onTaken?.({ left: ranked, taken: candidate });
    room -= cost(candidate);
    known.taken.push(candidate);
    for (const name of candidate.passage.names) known.named.add(name);
    for (const [at, surely] of candidate.says.entries()) known.said[at] = (known.said[at] ?? 0) + surely;
  }
  return grouped(known.taken);

  function weigh(candidate: Candidate): Weighed {
    const features = passageFeatures(candidate, known, sought);
    return { candidate, features, score: weighted(features, weights) };
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
const maxLess = 5;

/** Who names a thing asks what it is: that is what its page or section begins with. */
function firstOf(ranked: readonly Weighed[], fits: (candidate: Candidate) => boolean): Weighed | undefined {
  const named = ranked.find(({ candidate }) => candidate.opens && candidate.page === 1 && fits(candidate));
  return named ?? ranked.find(({ candidate }) => candidate.rank === 0 && fits(candidate));
}

/** A table's rows stand under one head. */
function isShown({ kind, text }: Passage, shown: string): boolean {
  return shown.includes(kind === 'table' ? text.split('\n').slice(2).join('\n') : text);
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
  least: number,
  fits: (candidate: Candidate) => boolean,
): Work<Weighed | undefined> {
  for (const each of ranked) {
    yield;
    // The best page, if it is short, answers as a whole.
    if (each.score < least && !each.candidate.isOfShort) continue;
    if (fits(each.candidate)) return each;
    left.delete(each.candidate);
  }
  return undefined;
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
