import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerabilityOf } from '../../../../src/docs-server/search/ranking/answerability.ts';
import { fittedWeights } from '../../../../src/docs-server/search/ranking/weights.ts';

const { answerability: weights, thresholds } = fittedWeights;
const chanceOf = (relevance: number, foreign: number): number =>
  answerabilityOf({ relevance, foreign, corpusSize: 6, bias: 1 }, weights);
const score = fc.double({ min: 0, max: 20, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });

test('a better page makes an answer likelier, a name that the docs never mention less likely', () => {
  fc.assert(
    fc.property(score, score, share, share, (one, other, few, many) => {
      const best = chanceOf(Math.max(one, other), Math.min(few, many));
      expect(best).toBeGreaterThanOrEqual(chanceOf(one, few));
      expect(best).toBeLessThanOrEqual(1);
    }),
  );
});

test('what mostly names a thing that the docs never mention is refused, however well the rest fits', () => {
  expect(chanceOf(5, 0)).toBeGreaterThan(thresholds.closest);
  expect(chanceOf(5, 0.8)).toBeLessThan(thresholds.refuse);
});

test('fewer questions are refused than answered with a doubt', () => {
  expect(thresholds.refuse).toBeLessThan(thresholds.closest);
});
