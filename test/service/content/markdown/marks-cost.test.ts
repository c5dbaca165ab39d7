/** Marks of hostile pages cost time in proportion to their length. */
import { test } from 'vitest';
import { labelsIn } from '../../../../src/service/content/page-labels.ts';
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
  'export const a = [\n',
  'export function A() {\n',
  '::: a\n  b\n',
  '{% for a %}{{',
  '/// a\n',
  '```{note}\n',
])('a page that repeats %j is read in linear time', async (piece) => {
  await expectLinear(100_000, (chars) => readPage(piece.repeat(chars / piece.length), false));
});

test.each(['{#b', '{#b}'])(
  'the id of a heading after any number of blanks is found in linear time (%s)',
  async (id) => {
    await expectLinear(100_000, (chars) => labelsIn(`# a${' '.repeat(chars)}${id}`));
  },
);
