import { expect, test } from 'vitest';
import { toSummary } from '../../../../src/service/content/generators/summary.ts';
import { partOf } from '../../../../src/service/content/include-parts.ts';
import { expectLinear } from '../../../fakes/linear.ts';

test.each([' ', '\t', '" ', "a '", '[a](b ', '<'])(
  'a summary that repeats %j is read in linear time',
  async (piece) => {
    await expectLinear(200_000, (chars) => toSummary(`[a](${piece.repeat(chars / piece.length)}b c`, ''));
  },
);

test.each(['[A]( <a b.md> )', '[A](a.md "A (b)")', "[A](a.md 'x')", '[A](a)'])('%s is an entry', (text) => {
  expect([...toSummary(text, '').values()].map(({ title }) => title)).toEqual(['A']);
});

test('odd numbers of the lines of an include are read in linear time', async () => {
  await expectLinear(400_000, (chars) => partOf('a', undefined, `${'0'.repeat(chars)}x`));
});
