/**
 * `npm run -s fit:compare`: measures the search on projects that its weights were not fitted on (leave-one-project-out), next
 * to FTS5 over the same sections and an earlier commit, whose outcomes are in baseline.json; then without each
 * passage feature in turn (for those of pages: `npm run -s fit:features`). `--totals` adds the held-out sets, whose questions are never looked at.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toAnswer } from '../../../src/service/answers/answer.ts';
import { fittedPassageWeights } from '../../../src/service/answers/passage-ranking.ts';
import {
  countsOf,
  type EvalResult,
  type FigureName,
  intervalOf,
  judge,
  toFigures,
} from '../../../src/service/eval/judge.ts';
import { fittedFieldWeights } from '../../../src/service/search/index/field-weights.ts';
import { createSearchIndex } from '../../../src/service/search/ranking/search.ts';
import { fittedWeights, type RankingWeights } from '../../../src/service/search/ranking/weights.ts';
import { fitFieldWeights, fitRanking } from './fitting.ts';
import { createFts5 } from './fts5.ts';
import { fitPassages } from './passage-fitting.ts';
import { developmentSets, type QuestionSet, totalsOnlySets } from './sets.ts';

const ranks = 10;
const pagesOfAnswer = 5;
const columns = ['r1', 'r5', 'mrr', 'facts', 'answered', 'refused'] as const;

/** The outcomes of f3e147e by question: rank of the first right page, facts shown and missing, whether it was refused. */
type Baseline = Readonly<Record<string, readonly [rank: number, shown: number, missing: number, refused: number]>>;

interface Outcome extends EvalResult {
  readonly answerability: number;
}

const baseline: Baseline = JSON.parse(readFileSync(join(import.meta.dirname, 'baseline.json'), 'utf8'));

function outcomes(
  { pages: docs, questions, synonyms }: QuestionSet,
  weights: RankingWeights,
  passages = fittedPassageWeights,
  fieldWeights = fittedFieldWeights,
): readonly Outcome[] {
  const index = createSearchIndex(docs, { weights, synonyms, fieldWeights });
  return questions.map((question) => {
    const found = index.search(question.question, ranks);
    const isRefused = found.answerability < weights.thresholds.refuse;
    const shown = { ...found, pages: found.pages.slice(0, pagesOfAnswer), answerability: isRefused ? 0 : 1 };
    const { text, sources } = toAnswer(shown, ({ path }) => path, { weights: passages, question: question.question });
    const judged = judge(question, {
      ranked: found.pages.map(({ page }) => page.path),
      text,
      sources: sources.map(({ page }) => page.path),
      tookMs: 0,
    });
    return { ...judged, answerability: found.answerability };
  });
}

function peerOutcomes({ pages: docs, questions }: QuestionSet): readonly EvalResult[] {
  const search = createFts5(docs);
  return questions.map((question) =>
    judge(question, { ranked: search(question.question), text: '', sources: [], tookMs: 0 }),
  );
}

function earlierOutcomes({ name, questions }: QuestionSet): readonly EvalResult[] {
  return questions.map((question) => {
    const [rank = 0, shown = 0, missing = 0, refused = 0] = baseline[`${name} ${question.id}`] ?? [];
    const judged = judge(question, { ranked: [], text: '', sources: [], tookMs: 0 });
    return { ...judged, rank, shown, missing: Array<string>(missing).fill('?'), refused: refused === 1 };
  });
}

function print(label: string, results: readonly EvalResult[], only: readonly FigureName[] = columns): void {
  const figures = toFigures(results);
  const counts = countsOf(results);
  const cells = columns.map((name) => {
    const [value, count] = [figures[name], counts[name]];
    if (value === undefined || !only.includes(name)) return '–'.padStart(16);
    const [low = 0, high = 0] = count ? intervalOf(value, count) : [];
    return `${value.toFixed(1)}${count ? ` (${low.toFixed(0)}–${high.toFixed(0)})` : ''}`.padStart(16);
  });
  process.stdout.write(`${label.padEnd(34)}${cells.join('')}\n`);
}

/** Prints what share of the unanswerable questions is refused at thresholds that refuse 4, 6, 8 and 10 % of the answerable ones. */
function printCurve(label: string, results: readonly Outcome[]): void {
  const chancesOf = (isAnswerable: boolean): readonly number[] =>
    results.filter(({ answerable }) => answerable === isAnswerable).map(({ answerability }) => answerability);
  const [wanted, unwanted] = [chancesOf(true).toSorted((a, b) => a - b), chancesOf(false)];
  const cells = [4, 6, 8, 10].map((percent) => {
    const threshold = wanted[Math.floor((wanted.length * percent) / 100)] ?? 0;
    const refused = unwanted.filter((chance) => chance < threshold).length / unwanted.length;
    return `${(100 * refused).toFixed(0)} % at ${percent} %`;
  });
  process.stdout.write(`${label.padEnd(34)}${cells.join(', ')}\n`);
}

const sets = await developmentSets();
const foreign = sets.filter(({ isForeign }) => isForeign);
process.stdout.write(`${''.padEnd(34)}${columns.map((name) => name.padStart(16)).join('')}\n`);
const leftOut = foreign.map((set) => {
  const others = sets.filter((other) => other !== set);
  const fieldWeights = fitFieldWeights(others);
  const weights = fitRanking(others, fieldWeights);
  return outcomes(set, weights, fitPassages(others, weights, fieldWeights), fieldWeights);
});
for (const [at, set] of foreign.entries()) print(`${set.name}, left out`, leftOut[at] ?? []);
print(`${foreign.length} projects, each left out`, leftOut.flat());
printCurve('  unanswerable ones refused', leftOut.flat());
print('  f3e147e', foreign.flatMap(earlierOutcomes));
print('  FTS5', foreign.flatMap(peerOutcomes), ['r1', 'r5', 'mrr']);
for (const [label, isForRanking] of [
  ['five that pages are fitted on, too', true],
  ['four for the refusal alone', false],
] as const) {
  const part = foreign.filter((set) => set.isForRanking === isForRanking);
  const outcomesOfPart = leftOut.filter((_, at) => foreign[at]?.isForRanking === isForRanking).flat();
  print(label, outcomesOfPart);
  printCurve('  unanswerable ones refused', outcomesOfPart);
  print('  f3e147e', part.flatMap(earlierOutcomes));
  print('  FTS5', part.flatMap(peerOutcomes), ['r1', 'r5', 'mrr']);
}
const all = foreign.flatMap((set) => outcomes(set, fittedWeights));
print('  with the committed weights', all);
for (const name of Object.keys(fittedPassageWeights)) {
  const passages = { ...fittedPassageWeights, [name]: 0 };
  print(
    `  without ${name}`,
    foreign.flatMap((set) => outcomes(set, fittedWeights, passages)),
    ['facts'],
  );
}
for (const set of sets.filter(({ isForeign }) => !isForeign)) {
  print(set.name, outcomes(set, fittedWeights));
  print('  f3e147e', earlierOutcomes(set));
}
if (process.argv.includes('--totals')) {
  for (const set of await totalsOnlySets()) {
    print(set.name, outcomes(set, fittedWeights));
    print('  FTS5', peerOutcomes(set), ['r1', 'r5', 'mrr']);
  }
}
