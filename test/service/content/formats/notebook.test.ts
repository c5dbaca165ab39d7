import { expect, test } from 'vitest';
import { notebookToMarkdown } from '../../../../src/service/content/formats/notebook.ts';
import { readDocs } from '../../../../src/service/content/pages.ts';
import { docsFolder } from '../../folder.ts';

const text = (...source: readonly string[]) => ({ cell_type: 'markdown', metadata: {}, source });
const code = (source: string, outputs: readonly unknown[] = [], metadata: unknown = {}) => ({
  cell_type: 'code',
  metadata,
  source,
  outputs,
});
const stream = (printed: string, name = 'stdout') => ({ output_type: 'stream', name, text: [printed] });
const shown = (data: unknown) => ({ output_type: 'execute_result', data });

function notebook(cells: readonly unknown[], metadata: unknown = {}): string {
  return JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 });
}

function markdown(...cells: readonly unknown[]): string | undefined {
  return notebookToMarkdown(notebook(cells));
}

test('text, code and what it printed follow each other', () => {
  const cells = [text('# Kites\n', 'They fly.'), code('fly()', [stream('up\n'), shown({ 'text/plain': ['42'] })])];
  expect(markdown(...cells)).toBe('# Kites\nThey fly.\n\n```python\nfly()\n```\n\n```text\nup\n42\n```');
});

test.each([
  ['its metadata', notebook([code('x')], { language_info: { name: 'Julia' } }), '```julia\nx\n```'],
  ['its kernel', notebook([code('x')], { kernelspec: { language: 'R' } }), '```r\nx\n```'],
  ['a magic of the cell', notebook([code('%%bash\nls')]), '```bash\nls\n```'],
])('code has the language of %s', (_, source, expected) => {
  expect(notebookToMarkdown(source)).toBe(expected);
});

test.each([
  ['pictures', shown({ 'image/png': 'AAAA', 'text/plain': '<Figure size 640x480 with 1 Axes>' })],
  ['widgets', shown({ 'text/plain': 'HBox(children=(FloatProgress(value=0.0), HTML(value="")))' })],
  ['warnings and progress', stream('Downloading 100%', 'stderr')],
  ['what only a terminal understands', stream('\u001b[31m')],
])('%s are left out', (_, output) => {
  expect(markdown(code('x', [output]))).toBe('```python\nx\n```');
});

test('pictures in the text are left out', () => {
  expect(markdown(text('See ![a](data:image/png;base64,AAAA) and ![b](data:image/png;base64,AAAA'))).toBe(
    'See ![a]() and ![b]()',
  );
});

test('errors are named, tables and Markdown of an output are shown, and long output is cut', () => {
  expect(
    markdown(code('x', [{ output_type: 'error', ename: 'KiteError', evalue: 'no wind', traceback: ['…'] }])),
  ).toContain('KiteError: no wind');
  expect(markdown(code('x', [shown({ 'text/markdown': '| a |\n| --- |', 'text/plain': 'no' })]))).toBe(
    '```python\nx\n```\n\n| a |\n| --- |',
  );
  expect(markdown(code('x', [stream('up\n'.repeat(1_000))]))).toMatch(/(?:up\n){30}…\n```$/);
});

test.each([
  ['remove-cell', code('x', [stream('y')], { tags: ['remove_cell'] }), ''],
  ['remove-input', code('x', [stream('y')], { tags: ['remove-input'] }), '```text\ny\n```'],
  ['hide-output', code('x', [stream('y')], { tags: ['hide-output'] }), '```python\nx\n```'],
  ['an option of Quarto', code('#| echo: false\nx', [stream('y')]), '```text\ny\n```'],
  ['nbsphinx', code('x', [], { nbsphinx: 'hidden' }), ''],
])('what %s hides is left out', (_, cell, expected) => {
  expect(markdown(cell)).toBe(expected);
});

test('notebooks of version 3 are read', () => {
  const cells = [
    { cell_type: 'heading', level: 2, source: ['Winch'] },
    { cell_type: 'code', input: ['pull()'], outputs: [{ output_type: 'stream', stream: 'stdout', text: ['ok'] }] },
  ];
  expect(notebookToMarkdown(JSON.stringify({ worksheets: [{ cells }] }))).toBe(
    '## Winch\n\n```python\npull()\n```\n\n```text\nok\n```',
  );
});

test('a notebook is a page with its own front matter and marks; a broken one is named', async () => {
  const { pages, problems } = await readDocs(
    docsFolder({
      'fly.ipynb': notebook([
        { cell_type: 'raw', metadata: {}, source: '---\ntitle: Flying\n---' },
        text('```{note}\nMind the wind.\n```'),
      ]),
      'broken.ipynb': '{"cells": ',
      'no.ipynb': '{"cells": {}}',
    }),
  );
  expect(pages.map(({ path, title, sections }) => [path, title, sections[0]?.blocks[0]?.text])).toEqual([
    ['/fly', 'Flying', '**Note:** Mind the wind.'],
  ]);
  expect(problems).toEqual([
    { file: 'broken.ipynb', reason: 'It is not a notebook that can be read.' },
    { file: 'no.ipynb', reason: 'It is not a notebook that can be read.' },
  ]);
});
