import { expect, test } from 'vitest';
import { ignoredBy } from '../../../../src/service/content/generators/paths.ts';
import { expectLinear } from '../../../fakes/linear.ts';

test('patterns with many stars are matched in linear time, and longer ones than paths are not', async () => {
  await expectLinear(4_000, (chars) => ignoredBy('*'.repeat(chars))('docs/guides/a.md'));
  await expectLinear(4_000, (chars) => ignoredBy(`${'**/'.repeat(chars / 3)}b`)('docs/guides/a.md'));
  expect(ignoredBy('***/a.md')('docs/guides/a.md')).toBe(true);
  expect(ignoredBy('**/**/a.md')('docs/guides/a.md')).toBe(true);
  expect(ignoredBy(`${'a'.repeat(5_000_000)}\na.md`)('docs/a.md')).toBe(true);
});
