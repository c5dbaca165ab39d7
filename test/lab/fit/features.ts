/**
 * `npm run -s fit:features`: what each page feature is worth. The weights are fitted again without it, and pages are ranked by
 * them and by those of all features, for questions that neither is fitted to: each project is left out of both fits when its
 * own questions are asked. Prints how many right pages come first, or among five, only without the feature (+) or only with it
 * (−), and the probability of so uneven a split by chance. Features that are named (`-- proximity`) are left out of all fits.
 *
 * Pages are ranked among the candidates of the fit, so a page that is not among fifty by arbitrary weights counts for neither.
 */
import { fittedFieldWeights } from '../../../src/service/search/index/field-weights.ts';
import { featureNames } from '../../../src/service/search/ranking/page-features.ts';
import type { PageFeatures } from '../../../src/service/search/ranking/weights.ts';
import { fitPages, ranksOf } from './fitting.ts';
import { signTest, toTable } from './probe-report.ts';
import { developmentSets, openProbes, type QuestionSet, totalsOnlySets } from './sets.ts';

type FeatureName = keyof PageFeatures;

const depths = [1, 5] as const;

const development = await developmentSets();
const probes = await openProbes();
const asked: readonly QuestionSet[] = [
  ...development,
  ...(await totalsOnlySets()),
  // A follow-up makes no sense by itself.
  ...probes.map((set) => ({ ...set, questions: set.questions.filter(({ earlier }) => earlier === undefined) })),
];

/** The ranks of the right pages, by set, with weights that are fitted to the other projects. */
function ranksWithout(leftOut: readonly FeatureName[]): readonly (readonly number[])[] {
  const ofAll = fitPages(development, fittedFieldWeights, leftOut);
  return asked.map((set) => {
    const others = development.filter((other) => !isSameProject(other, set));
    return ranksOf(set, fittedFieldWeights, isOfFit(set) ? fitPages(others, fittedFieldWeights, leftOut) : ofAll);
  });
}

/** All sets that are not about other projects are about the AI SDK. */
function isSameProject(one: QuestionSet, other: QuestionSet): boolean {
  return one.name === other.name || !(one.isForeign || other.isForeign);
}

/** Whether the ranking is fitted to questions about the same project. */
function isOfFit(set: QuestionSet): boolean {
  return development.some((other) => other.isForRanking && isSameProject(other, set));
}

function paired(before: readonly number[], after: readonly number[], depth: number): string {
  const won = after.filter((rank, at) => rank <= depth && (before[at] ?? 0) > depth).length;
  const lost = after.filter((rank, at) => rank > depth && (before[at] ?? 0) <= depth).length;
  return `+${won} −${lost}, p ${signTest(won, lost).toFixed(3)}`;
}

const groups: readonly (readonly [title: string, has: (set: QuestionSet) => boolean])[] = [
  ['projects of the fit, left out', isOfFit],
  ['others', (set) => !isOfFit(set)],
  ['all', () => true],
];

const named = process.argv.slice(2);
const unknown = named.filter((name) => !featureNames.some((known) => known === name));
if (unknown.length > 0) throw new Error(`No page feature is called ${unknown.join(', ')}`);
const isNamed = (name: FeatureName): boolean => named.includes(name);
const leftOut = featureNames.filter(isNamed);
const complete = ranksWithout(leftOut);
const rows = featureNames
  .filter((name) => !isNamed(name))
  .map((name) => {
    const without = ranksWithout([...leftOut, name]);
    const cells = groups.flatMap(([, has]) => {
      const of = (ranks: typeof complete): readonly number[] =>
        asked.flatMap((set, at) => (has(set) ? (ranks[at] ?? []) : []));
      return depths.map((depth) => paired(of(complete), of(without), depth));
    });
    return [name, ...cells];
  });
const counts = groups.map(([, has]) => asked.flatMap((set, at) => (has(set) ? (complete[at] ?? []) : [])).length);
const head = groups.flatMap(([title], at) => depths.map((depth) => `${title} (${counts[at]}), r${depth}`));
process.stdout.write(toTable([['without', ...head], ...rows]));
