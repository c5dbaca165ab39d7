import { expect, test } from 'vitest';
import { commonness } from '../../../../src/service/search/ranking/word-frequency.ts';

test('everyday words are common, names are not', () => {
  for (const word of ['minute', 'busy', 'picture', 'forever']) expect(commonness(word)).toBeGreaterThan(0.85);
  for (const word of ['kubernetes', 'django', 'angular', 'mysql', 'usechat'])
    expect(commonness(word)).toBeLessThan(0.25);
});
