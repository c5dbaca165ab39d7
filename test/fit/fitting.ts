/** Sets of questions -> weights: of fields, page features and answerability, and from which probability on the docs answer. */
import { type FieldWeights, fittedFieldWeights } from '../../src/docs-server/search/index/field-weights.ts';
import { answerabilityOf } from '../../src/docs-server/search/ranking/answerability.ts';
import { createSearchIndex } from '../../src/docs-server/search/ranking/search.ts';
import type {
  AnswerabilityFeatures,
  PageFeatures,
  RankingWeights,
} from '../../src/docs-server/search/ranking/weights.ts';
import { type Choice, type Example, fitListwise, fitLogistic, listwiseLoss } from './regression.ts';
import type { QuestionSet } from './sets.ts';

/** Any weights: features do not depend on them, but for which pages are looked at. */
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
  thresholds: { refuse: 0, closest: 0 },
};

const candidatePages = 50;
/** Whether docs answer is fitted with projects of equal weight, each with both classes of equal weight. */
const projectWeight = 80;
/**
 * Of the questions that the docs answer, so many are refused where a project is left out of the fit: one percent less than
 * the eight that are allowed, as projects differ.
 */
const wronglyRefused = 0.07;

/** What a word in a title or in code may count beside one of prose. */
const fieldGrid = { names: [2, 4, 8], code: [0.2, 0.35, 0.5] };

/** Those of a coarse grid with which right pages come first most surely, each time with page features fitted anew. */
export function fitFieldWeights(sets: readonly QuestionSet[]): FieldWeights {
  const grid = fieldGrid.names.flatMap((names) => fieldGrid.code.map((code) => ({ names, code })));
  const tried = grid.map((fieldWeights) => {
    const choices = choicesOf(sets, fieldWeights);
    return { fieldWeights, loss: listwiseLoss(choices, fitListwise(choices)) };
  });
  return tried.reduce((best, each) => (each.loss < best.loss ? each : best)).fieldWeights;
}

/** Weights of the page features, then those of answerability on pages ranked by them. */
export function fitRanking(sets: readonly QuestionSet[], fieldWeights = fittedFieldWeights): RankingWeights {
  const page = named<PageFeatures>(namesOf(anyWeights.page), fitListwise(choicesOf(sets, fieldWeights)));
  // The synonyms of the AI SDK's docs were written with them in view: there everything looks more relevant than elsewhere.
  const foreign = sets.filter(({ isForeign }) => isForeign);
  const examples = answerabilityExamples(foreign, { ...anyWeights, page }, fieldWeights);
  const names = namesOf(anyWeights.answerability);
  const answerability = named<AnswerabilityFeatures>(names, fitLogistic(examples.flat()));
  // Of the examples that weights were fitted on fewer are refused than of others: each project is judged by weights of the rest.
  const chances = examples.flatMap((own) => {
    const weights = named<AnswerabilityFeatures>(names, fitLogistic(examples.filter((each) => each !== own).flat()));
    return own
      .filter(({ isPositive }) => isPositive)
      .map(({ features, weight }) => ({ chance: answerabilityOf(named(names, features), weights), weight }));
  });
  return { page, answerability, thresholds: { refuse: round(quantile(chances, wronglyRefused)), closest: 0.5 } };
}

/** Features do not depend on the weights that are fitted, and projects are left out in turn. */
const knownChoices = new Map<string, readonly Choice[]>();

function choicesOf(sets: readonly QuestionSet[], fieldWeights: FieldWeights): readonly Choice[] {
  const ranked = sets.filter(({ isForRanking }) => isForRanking);
  return ranked.flatMap((set) => {
    const key = `${set.name} ${fieldWeights.names} ${fieldWeights.code}`;
    const choices = knownChoices.get(key) ?? choicesOfSet(set, fieldWeights);
    knownChoices.set(key, choices);
    return choices;
  });
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

/** By set. */
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
    return own.map((each) => ({
      ...each,
      weight: projectWeight / 2 / (each.isPositive ? positives : own.length - positives),
    }));
  });
}

/** The chance below which this share of them lies, by weight. */
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
