import { expect, test } from 'vitest';
import { codeSpans } from '../../../../src/service/content/markdown/code-spans.ts';
import { replaceInText } from '../../../../src/service/content/markdown/marks/mark.ts';
import { expectLinear } from '../../../fakes/linear.ts';

function spans(source: string): readonly string[] {
  return codeSpans(source).map(([start, end]) => source.slice(start, end));
}

test('the text between two code spans is not a code span', () => {
  expect(spans('Set `a` to [b](c) with `d` and `e`.')).toEqual(['`a`', '`d`', '`e`']);
});

test('a run of backticks ends only a span that a run of its length began', () => {
  expect(spans('``a ` b`` and `c')).toEqual(['``a ` b``']);
  expect(spans('\\`a` b `c')).toEqual(['` b `']);
  expect(spans('\\``a` b')).toEqual(['`a`']);
});

test('marks between two code spans are read, and marks in a span stay', () => {
  const read = replaceInText('`a` {x} `{x}` {x} `b`', /\{x\}/g, () => 'y');
  expect(read).toBe('`a` y `{x}` y `b`');
});

test('many code spans are found in linear time', async () => {
  await expectLinear(200_000, (chars) => codeSpans('`a` '.repeat(chars / 4)).length);
});
