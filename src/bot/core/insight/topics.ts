/**
 * Groups questions about the same thing by their words and the pages that their answers cite. Leader clustering: in the order
 * of asking, each question joins the most similar group (cosine of TF-IDF vectors) or starts a new one; then the groups are
 * merged in the same way. Pure and deterministic.
 */
import { stemmer } from 'stemmer';
import type { Work } from '../../../kit/base/time-slices.ts';
import type { AskedQuestion } from '../model/asked-question.ts';
import { sitePathsOf } from './outcome.ts';

/** Minimum cosine similarity of the same topic: about half the weight of words and pages is shared. */
const minSimilarity = 0.45;
const maxChars = 500;
const maxPages = 3;

type Vector = ReadonlyMap<string, number>;

/** Groups of questions about one topic each: the most typical question first, then the others in the order of asking. */
export function* toTopics(questions: readonly AskedQuestion[]): Work<readonly (readonly AskedQuestion[])[]> {
  const vectors = yield* toVectors(questions);
  const small = yield* groupSimilar(vectors);
  // Groups that started apart may have become similar.
  const groups = yield* groupSimilar(
    small.map((members) => toUnit(sumOf(members.map((at) => vectors[at] ?? new Map())))),
  );
  return groups.map((parts) => {
    const members = parts.flatMap((part) => small[part] ?? []).toSorted((a, b) => a - b);
    return typicalFirst(members, vectors).flatMap((at) => questions[at] ?? []);
  });
}

interface Group {
  readonly members: number[];
  /** The squared length of the sum of its members' vectors. */
  squaredLength: number;
}

/** Groups the indices of vectors of length 1. */
function* groupSimilar(vectors: readonly Vector[]): Work<readonly (readonly number[])[]> {
  const groups: Group[] = [];
  // Feature -> group -> its weight in the sum of that group's vectors.
  const sums = new Map<string, Map<Group, number>>();
  for (const [index, vector] of vectors.entries()) {
    yield;
    if (vector.size === 0) continue;
    const { group, product } = nearest(vector, sums) ?? startGroup(groups);
    group.members.push(index);
    group.squaredLength += 1 + 2 * product;
    for (const [feature, weight] of vector) {
      const weights = sums.get(feature) ?? new Map<Group, number>();
      sums.set(feature, weights.set(group, (weights.get(group) ?? 0) + weight));
    }
  }
  return groups.map(({ members }) => members);
}

function startGroup(groups: Group[]): Match {
  const group: Group = { members: [], squaredLength: 0 };
  groups.push(group);
  return { group, product: 0 };
}

interface Match {
  readonly group: Group;
  /** The dot product of the vector and the sum of the group's vectors. */
  readonly product: number;
}

function nearest(vector: Vector, sums: ReadonlyMap<string, ReadonlyMap<Group, number>>): Match | undefined {
  const products = new Map<Group, number>();
  for (const [feature, weight] of vector) {
    for (const [group, sum] of sums.get(feature) ?? []) products.set(group, (products.get(group) ?? 0) + weight * sum);
  }
  let best: Match | undefined;
  let bestSimilarity = minSimilarity;
  for (const [group, product] of products) {
    const similarity = product / Math.sqrt(group.squaredLength);
    if (similarity > bestSimilarity) [best, bestSimilarity] = [{ group, product }, similarity];
  }
  return best;
}

function typicalFirst(members: readonly number[], vectors: readonly Vector[]): readonly number[] {
  const own = members.map((at) => vectors[at] ?? new Map<string, number>());
  const sum = sumOf(own);
  const likeness = own.map((vector) =>
    [...vector].reduce((all, [feature, weight]) => all + weight * (sum.get(feature) ?? 0), 0),
  );
  const typical = members[likeness.indexOf(likeness.reduce((a, b) => Math.max(a, b), 0))];
  return typical === undefined ? members : [typical, ...members.filter((at) => at !== typical)];
}

function sumOf(vectors: readonly Vector[]): Vector {
  const sum = new Map<string, number>();
  for (const [feature, weight] of vectors.flatMap((vector) => [...vector])) {
    sum.set(feature, (sum.get(feature) ?? 0) + weight);
  }
  return sum;
}

function toUnit(vector: Vector): Vector {
  const length = Math.hypot(...vector.values());
  return new Map([...vector].map(([feature, weight]) => [feature, weight / length]));
}

/** Unit vectors, in which features shared by many questions have little weight (IDF). */
function* toVectors(questions: readonly AskedQuestion[]): Work<readonly Vector[]> {
  const all: ReadonlySet<string>[] = [];
  for (const question of questions) {
    all.push(featuresOf(question));
    yield;
  }
  const counts = new Map<string, number>();
  for (const feature of all.flatMap((features) => [...features])) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const rarity = (feature: string): number => Math.log(1 + all.length / (1 + (counts.get(feature) ?? 0)));
  return all.map((features) => toUnit(new Map([...features].map((feature) => [feature, rarity(feature)]))));
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Word stems and site paths; the latter begin with a slash. */
function featuresOf(question: AskedQuestion): ReadonlySet<string> {
  return new Set([...stemsOf(question.text), ...sitePathsOf(question).slice(0, maxPages)]);
}

/** The stems of the words that say what a text is about. */
export function stemsOf(text: string): readonly string[] {
  return [...segmenter.segment(text.slice(0, maxChars).toLowerCase())]
    .filter(({ isWordLike, segment }) => isWordLike && !commonWords.has(segment))
    .map(({ segment }) => stemmer(segment));
}

/** English stop words, needed if there are few questions; in larger sets IDF gives them little weight. */
const commonWords = new Set(
  `a about after all also am an and any anyone are as at be been before but by can can't could did do does doesn't don't for
  from get give had has have help here hey hi how i i'm if in into is isn't it it's its just know like me mean my need no not
  of on one only or our out please possible set should show so some somebody someone tell than thanks that the their them
  then there these they this those to up us use used using want was way we were what what's when where which who why will
  with work would you your`.split(/\s+/),
);
