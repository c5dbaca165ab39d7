import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readDocs } from '../../../src/service/content/pages.ts';
import { fittedFieldWeights } from '../../../src/service/search/index/field-weights.ts';
import { featureNames } from '../../../src/service/search/ranking/page-features.ts';
import { fittedWeights } from '../../../src/service/search/ranking/weights.ts';
import { fitPages, ranksOf } from './fitting.ts';
import type { QuestionSet } from './sets.ts';

const { pages } = await readDocs(join(import.meta.dirname, '../../fixtures/docs/site'));
const titles = pages.map(({ path, title }) => ({ id: path, question: title, pages: [path], facts: [] }));
const set: QuestionSet = { name: 'site', isForeign: true, isForRanking: true, pages, questions: titles };

it('fits the weights of page features without those that are left out, whose weight is 0', () => {
  const all = fitPages([set], fittedFieldWeights);
  const without = fitPages([set], fittedFieldWeights, ['titleCoverage']);
  expect(all.titleCoverage).toBeGreaterThan(0);
  expect(without.titleCoverage).toBe(0);
  expect(without.bestSection).not.toBe(all.bestSection);
});

it('ranks the right pages of questions by any weights', () => {
  const by = (sign: number): readonly number[] => {
    const weights = { ...fittedWeights.page };
    for (const name of featureNames) weights[name] *= sign;
    return ranksOf(set, fittedFieldWeights, weights);
  };
  expect(by(1).filter((rank) => rank === 1).length).toBeGreaterThan(by(-1).filter((rank) => rank === 1).length);
  expect(Math.max(...by(-1))).toBeGreaterThan(1);
});
