import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerabilityOf } from '../../../../src/service/search/ranking/answerability.ts';
import { fittedWeights } from '../../../../src/service/search/ranking/weights.ts';

const { answerability: weights, thresholds } = fittedWeights;
const chanceOf = (relevance: number, foreign: number): number =>
  answerabilityOf({ relevance, foreign, corpusSize: 6, bias: 1 }, weights);
const score = fc.double({ min: 0, max: 20, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });

test('answerability rises with a better page and falls with a name that the docs never mention', () => {
  fc.assert(
    fc.property(score, score, share, share, (one, other, few, many) => {
      const best = chanceOf(Math.max(one, other), Math.min(few, many));
      expect(best).toBeGreaterThanOrEqual(chanceOf(one, few));
      expect(best).toBeLessThanOrEqual(1);
    }),
  );
});

test('a question that mostly names a thing the docs never mention is refused, however well the rest matches', () => {
  expect(chanceOf(5, 0)).toBeGreaterThan(thresholds.refuse);
  expect(chanceOf(5, 0.8)).toBeLessThan(thresholds.refuse);
});
