/** Hostile files of all formats cost time in proportion to their length. */
import { test } from 'vitest';
import { htmlToMarkdown } from '../../../../src/service/content/formats/html.ts';
import { expectLinear } from '../../../fakes/linear.ts';

test.each([
  '<p>',
  '<b>a',
  '<h2>a',
  '<li>a',
  '<a href=x>y</a>',
  '<table><tr><td>a',
  '<dl><dt>a<dd>b',
  '<pre>a',
  '<i a=b>',
  '<code>`',
  '&lt;',
  '<x',
  '<a ',
  'a*',
])('HTML that repeats %j is read in linear time', async (piece) => {
  await expectLinear(100_000, (chars) => htmlToMarkdown(piece.repeat(chars / piece.length)));
});
