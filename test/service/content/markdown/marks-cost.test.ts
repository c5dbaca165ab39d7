/** Marks of hostile pages cost time in proportion to their length. */
import { test } from 'vitest';
import { expectLinear } from '../../../fakes/linear.ts';
import { readPage } from '../../../lab/fuzz/page-reader.ts';

test.each([
  '{{< a ',
  '{{<a "',
  '{% ',
  '{{< code >}}\n',
  '{%highlight a%}\n',
  '[[',
  'export const a = [1]\n\n<A b={a} />\n',
  '::: a\n  b\n',
  '{% for a %}{{',
  '/// a\n',
  '```{note}\n',
])('a page that repeats %j is read in linear time', async (piece) => {
  await expectLinear(100_000, (chars) => readPage(piece.repeat(chars / piece.length), false));
});
