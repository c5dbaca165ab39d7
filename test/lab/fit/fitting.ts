/** Fits the weights of fields, page features and answerability, and the threshold for refusing, to sets of questions. */
import { type FieldWeights, fittedFieldWeights } from '../../../src/service/search/index/field-weights.ts';
import { answerabilityOf } from '../../../src/service/search/ranking/answerability.ts';
import { createSearchIndex } from '../../../src/service/search/ranking/search.ts';
import type {
  AnswerabilityFeatures,
  PageFeatures,
  RankingWeights,
} from '../../../src/service/search/ranking/weights.ts';
import { type Choice, type Example, fitListwise, fitLogistic, listwiseLoss } from './regression.ts';
import type { QuestionSet } from './sets.ts';

/** Arbitrary weights: they decide which pages are considered, but not the features of a page. */
const anyWeights: RankingWeights = {
  page: {
    bestSection: 1,
    otherSections: 0.2,
    wholePage: 2,
    proximity: 2,
    titleCoverage: 1,
    termCoverage: 1,
    inboundLinks: 0.1,
  },
  answerability: { relevance: 1, foreign: -5, corpusSize: 0, bias: 0 },
  thresholds: { refuse: 0 },
};

const candidatePages = 50;
/** For answerability, all projects have the same weight, and so have the two classes within a project. */
const projectWeight = 80;
/**
 * The share of answerable questions that is refused in a project that was left out of the fit: one percentage point below the
 * 8 % that are allowed, because projects differ.
 */
const wronglyRefused = 0.07;

/** The candidate weights of a word in a name or in code, relative to one in prose. */
const fieldGrid = { names: [2, 4, 8], code: [0.2, 0.35, 0.5] };

/** Grid search for the lowest listwise loss; the page features are fitted again for each point of the grid. */
export function fitFieldWeights(sets: readonly QuestionSet[]): FieldWeights {
  const grid = fieldGrid.names.flatMap((names) => fieldGrid.code.map((code) => ({ names, code })));
  const tried = grid.map((fieldWeights) => {
    const choices = rankingChoices(sets, fieldWeights);
    return { fieldWeights, loss: listwiseLoss(choices, fitListwise(choices)) };
  });
  return tried.reduce((best, candidate) => (candidate.loss < best.loss ? candidate : best)).fieldWeights;
}

/** Fits the page features first, then answerability on pages ranked by them. */
export function fitRanking(sets: readonly QuestionSet[], fieldWeights = fittedFieldWeights): RankingWeights {
  const page = fitPages(sets, fieldWeights);
  // Not the AI SDK's docs: their synonyms were written for them, so everything looks more relevant there than elsewhere.
  const foreign = sets.filter(({ isForeign }) => isForeign);
  const examples = answerabilityExamples(foreign, { ...anyWeights, page }, fieldWeights);
  const names = namesOf(anyWeights.answerability);
  const answerability = named<AnswerabilityFeatures>(names, fitLogistic(examples.flat()));
  // Fewer refusals occur in the projects that weights were fitted on, so each project is judged by weights of the others.
  const chances = examples.flatMap((own) => {
    const weights = named<AnswerabilityFeatures>(
      names,
      fitLogistic(examples.filter((others) => others !== own).flat()),
    );
    return own
      .filter(({ isPositive }) => isPositive)
      .map(({ features, weight }) => ({ chance: answerabilityOf(named(names, features), weights), weight }));
  });
  return { page, answerability, thresholds: { refuse: round(quantile(chances, wronglyRefused)) } };
}

/** Fits the page features, except those left out, whose weight is 0. */
export function fitPages(
  sets: readonly QuestionSet[],
  fieldWeights: FieldWeights,
  leftOut: readonly (keyof PageFeatures)[] = [],
): PageFeatures {
  const names = namesOf(anyWeights.page);
  const choices = rankingChoices(sets, fieldWeights).map((choice) => ({
    ...choice,
    candidates: choice.candidates.map((row) => row.map((value, at) => (isLeftOut(at) ? 0 : value))),
  }));
  return named<PageFeatures>(names, fitListwise(choices));

  function isLeftOut(at: number): boolean {
    return leftOut.some((name) => name === names[at]);
  }
}

/** The rank of the best right page of each question among its candidates, from 1. Questions without one are left out. */
export function ranksOf(set: QuestionSet, fieldWeights: FieldWeights, weights: PageFeatures): readonly number[] {
  const values = namesOf(anyWeights.page).map((name) => weights[name]);
  return choicesOf(set, fieldWeights).map(({ candidates, isRight }) => {
    const scores = candidates.map((row) => row.reduce((sum, value, at) => sum + value * (values[at] ?? 0), 0));
    const best = Math.max(...scores.filter((_, at) => isRight[at]));
    return 1 + scores.filter((score) => score > best).length;
  });
}

/** A cache: features do not depend on the fitted weights, and leaving out projects in turn needs the same choices again. */
const knownChoices = new Map<string, readonly Choice[]>();

function rankingChoices(sets: readonly QuestionSet[], fieldWeights: FieldWeights): readonly Choice[] {
  return sets.filter(({ isForRanking }) => isForRanking).flatMap((set) => choicesOf(set, fieldWeights));
}

function choicesOf(set: QuestionSet, fieldWeights: FieldWeights): readonly Choice[] {
  const key = `${set.name} ${fieldWeights.names} ${fieldWeights.code}`;
  const choices = knownChoices.get(key) ?? choicesOfSet(set, fieldWeights);
  knownChoices.set(key, choices);
  return choices;
}

function choicesOfSet(
  { pages: docs, questions, synonyms }: QuestionSet,
  fieldWeights: FieldWeights,
): readonly Choice[] {
  const names = namesOf(anyWeights.page);
  const index = createSearchIndex(docs, { weights: anyWeights, synonyms, fieldWeights });
  return questions.flatMap(({ question, pages }) => {
    const hits = index.search(question, candidatePages).pages;
    const isRight = hits.map(({ page }) => pages.includes(page.path));
    if (!isRight.includes(true)) return [];
    const candidates = hits.map(({ features }) => names.map((name) => features[name]));
    return [{ candidates, isRight, weight: 1 }];
  });
}

/** One list of examples per set. */
function answerabilityExamples(
  sets: readonly QuestionSet[],
  weights: RankingWeights,
  fieldWeights: FieldWeights,
): readonly (readonly Example[])[] {
  const names = namesOf(anyWeights.answerability);
  return sets.map(({ pages: docs, questions, synonyms }) => {
    const index = createSearchIndex(docs, { weights, synonyms, fieldWeights });
    const own = questions.flatMap(({ question, pages }) => {
      const { evidence } = index.search(question, 1);
      return evidence ? [{ features: names.map((name) => evidence[name]), isPositive: pages.length > 0 }] : [];
    });
    const positives = own.filter(({ isPositive }) => isPositive).length;
    return own.map((example) => ({
      ...example,
      weight: projectWeight / 2 / (example.isPositive ? positives : own.length - positives),
    }));
  });
}

/** The weighted quantile of the chances. */
function quantile(chances: readonly { readonly chance: number; readonly weight: number }[], share: number): number {
  const all = chances.reduce((sum, { weight }) => sum + weight, 0);
  let below = 0;
  for (const { chance, weight } of chances.toSorted((a, b) => a.chance - b.chance)) {
    below += weight;
    if (below > share * all) return chance;
  }
  return 0;
}

function round(value: number): number {
  return Number(value.toFixed(4));
}

function namesOf<T extends object>(table: T): readonly (keyof T)[] {
  return Object.keys(table) as (keyof T)[];
}

function named<T extends object>(names: readonly (keyof T)[], values: readonly number[]): T {
  return Object.fromEntries(names.map((name, at) => [name, round(values[at] ?? 0)])) as T;
}
