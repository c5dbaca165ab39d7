/**
 * Fits the weights of the passage features to sets of questions, listwise as for pages: among the remaining passages, the right
 * ones are on a right page and show a fact that the answer does not show yet. Which passages remain depends on the earlier
 * weights, so the fit runs in rounds.
 */
import { atOnce } from '../../../src/kit/base/time-slices.ts';
import { maxPassageChars } from '../../../src/service/answers/answer.ts';
import { type PassageFeatures, selectPassages, type Taking } from '../../../src/service/answers/passage-ranking.ts';
import type { Passage } from '../../../src/service/answers/passages.ts';
import { type EvalQuestion, toPattern } from '../../../src/service/eval/judge.ts';
import type { FieldWeights } from '../../../src/service/search/index/field-weights.ts';
import { createSearchIndex } from '../../../src/service/search/ranking/search.ts';
import type { SearchResult } from '../../../src/service/search/ranking/search-result.ts';
import type { RankingWeights } from '../../../src/service/search/ranking/weights.ts';
import { type Choice, fitListwise } from './regression.ts';
import type { QuestionSet } from './sets.ts';

/** The weights of the first round. */
const firstWeights: PassageFeatures = {
  page: 3,
  section: 2,
  match: 3,
  codeMatch: 0,
};
const names = Object.keys(firstWeights) as (keyof PassageFeatures)[];
const rounds = 3;
const pagesOfAnswer = 5;
/** In units of questions. Higher than for pages, because passage features are correlated. */
const penalty = 2;

export function fitPassages(
  sets: readonly QuestionSet[],
  weights: RankingWeights,
  fieldWeights: FieldWeights,
): PassageFeatures {
  const ranked = sets.filter(({ isForRanking }) => isForRanking);
  const asked = ranked.flatMap(({ pages: docs, questions, synonyms }) => {
    const index = createSearchIndex(docs, { weights, synonyms, fieldWeights });
    return questions
      .filter(({ pages, facts }) => pages.length > 0 && facts.length > 0)
      .map((question) => ({ question, found: index.search(question.question, pagesOfAnswer) }));
  });
  let fitted = firstWeights;
  for (let round = 0; round < rounds; round += 1) {
    const choices = asked.flatMap(({ question, found }) => choicesOf(question, found, fitted));
    const values = fitListwise(choices, penalty).map((value) => Number(value.toFixed(4)));
    fitted = Object.fromEntries(names.map((name, at) => [name, values[at] ?? 0])) as unknown as PassageFeatures;
  }
  return fitted;
}

/** One choice per step of the selection, until no remaining passage shows a missing fact. */
function choicesOf(question: EvalQuestion, found: SearchResult, weights: PassageFeatures): readonly Choice[] {
  const takings: Taking[] = [];
  atOnce(selectPassages(found, { chars: maxPassageChars, shown: '' }, weights, (taking) => takings.push(taking)));
  const choices: Choice[] = [];
  let missing = question.facts.map(toPattern);
  for (const { left, taken } of takings) {
    const isRight = left.map(({ candidate: { place, passage } }) => {
      const text = textOf(passage);
      return question.pages.includes(place.page.path) && missing.some((fact) => fact.test(text));
    });
    if (!isRight.includes(true)) break;
    choices.push({ candidates: left.map(({ features }) => names.map((name) => features[name])), isRight, weight: 1 });
    missing = missing.filter((fact) => !taken.some(({ passage }) => fact.test(textOf(passage))));
  }
  return choices;
}

function textOf({ lead, title, text }: Passage): string {
  return `${lead}\n${title}\n${text}`;
}
