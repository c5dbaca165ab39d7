/** Hostile files of all formats cost time in proportion to their length. */
import { test } from 'vitest';
import { htmlToMarkdown } from '../../../../src/service/content/formats/html.ts';
import { notebookToMarkdown } from '../../../../src/service/content/formats/notebook.ts';
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
