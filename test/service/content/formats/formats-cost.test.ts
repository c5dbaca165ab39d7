/** Hostile files of all formats cost time in proportion to their length. */
import { test } from 'vitest';
import { atOnce } from '../../../../src/kit/base/time-slices.ts';
import { htmlToMarkdown } from '../../../../src/service/content/formats/html.ts';
import { notebookToMarkdown } from '../../../../src/service/content/formats/notebook.ts';
import { toMarkdown } from '../../../../src/service/content/formats/rst/rst.ts';
import { quartoMarks } from '../../../../src/service/content/markdown/marks/quarto.ts';
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

test.each(['](data:', '#|a\n', '<', '\u001b[', '%%bash', ' \n'])(
  'a notebook that repeats %j is read in linear time',
  async (piece) => {
    await expectLinear(400_000, (chars) => {
      const source = piece.repeat(chars / piece.length);
      const outputs = [{ output_type: 'stream', text: source }];
      const cells = [
        { cell_type: 'markdown', source },
        { cell_type: 'code', source, outputs },
      ];
      return notebookToMarkdown(JSON.stringify({ cells }));
    });
  },
);

test.each([
  '::: {.a}\n',
  '::: {.callout-note}\n',
  ':::\n',
  '```{r}\n',
  '```{r, ',
  '[a]{.b',
  '{{< var ',
  '#| a\n',
  '::: {.panel-tabset}\n# a\n',
])('a page of Quarto that repeats %j is read in linear time', async (piece) => {
  const context = { variable: () => undefined, anchor: (heading: string) => heading, drop: () => {} };
  await expectLinear(400_000, (chars) => quartoMarks(piece.repeat(chars / piece.length), context));
});

const rstSettings = { file: 'a.rst', variables: new Map([['a', '|a| |a|']]), find: () => undefined };

test.each([
  '``a ',
  '`a <',
  '*a ',
  '**a ',
  '|a ',
  '|a| ',
  ':a:`b ',
  'a_ ',
  'a.',
  '[a',
  '[1]_ ',
  '\\',
  'A\n=\n\n',
  '- a\n',
  '- ',
  ' ',
  '  a\n   b\n',
  '+-+\n',
  '+-+-+\n| |\n',
  '== ==\na\n',
  '.. a::\n',
  '.. note:: a\n   ',
  '.. _a:\n',
  '.. _a: b_\n\na_\n\n',
  '.. |a| replace:: |a| |a|\n\n|a|\n\n',
  ':a: b\n',
  '-a  b\n',
  'a::\n\n b\n\n',
  '.. list-table::\n\n   * - a\n',
  '.. csv-table::\n\n   "a\n',
  '.. glossary::\n\n   a\n',
  '.. function:: a(\n',
  '| a\n',
])('reStructuredText that repeats %j is read in linear time', async (piece) => {
  await expectLinear(100_000, (chars) => atOnce(toMarkdown(piece.repeat(chars / piece.length), rstSettings)));
});

test('blocks in blocks without end are read in linear time', async () => {
  const nested = (chars: number): string => {
    const lines: string[] = [];
    for (let depth = 0, left = chars; left > 0; depth = (depth + 1) % 200, left -= depth + 10)
      lines.push(`${' '.repeat(depth)}- a`, '');
    return lines.join('\n');
  };
  await expectLinear(400_000, (chars) => atOnce(toMarkdown(nested(chars), rstSettings)));
});
