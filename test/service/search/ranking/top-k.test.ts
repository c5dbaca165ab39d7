import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TopK } from '../../../../src/service/search/ranking/page-ranking.ts';

test('the top k are the same as after sorting everything', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.integer({ min: 1, max: 5 }), (scores, limit) => {
      const best = new TopK(limit);
      for (const [item, score] of scores.entries()) best.offer(item, score);
      const sorted = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
      expect(best.items()).toEqual(sorted.slice(0, limit));
    }),
  );
});
