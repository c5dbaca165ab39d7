import { expect, test } from 'vitest';
import { quartoMarks } from '../../../../src/service/content/markdown/marks/quarto.ts';
import { readDocs } from '../../../../src/service/content/pages.ts';
import { docsFolder } from '../../folder.ts';

function read(page: string): { readonly text: string; readonly dropped: readonly string[] } {
  const dropped: string[] = [];
  const variable = (name: string): string | undefined => (name === 'var.cord' ? 'red' : undefined);
  const context = { variable, anchor: (heading: string) => heading, drop: (mark: string) => void dropped.push(mark) };
  return { text: quartoMarks(page, context), dropped };
}

test.each([
  ['code that is run', '```{r fly, echo=TRUE}\nx\n```', '```r\nx\n```'],
  ['options of code', '```{python}\n#| label: fig-a\n#| eval: false\nx\n```', '```python\nx\n```'],
  ['code with a file name', '```{.python filename="x.py"}\nx\n```', '```python title="x.py"\nx\n```'],
  ['code shown as it is written', '```{{python}}\nx\n```', '```python\nx\n```'],
  ['code that the site hides', 'a\n```{r, echo=FALSE}\nx\n```\n```{python}\n#| include: false\nx\n```\nb', 'a\nb'],
  ['callouts', '::: {.callout-warning}\nHot.\n:::', ':::warning\nHot.\n:::'],
  ['callouts with a title', '::: {.callout-tip title="Mind"}\nHot.\n:::', ':::note Mind\nHot.\n:::'],
  ['callouts with a heading', '::: {.callout-tip}\n\n## Mind {#m}\n\nHot.\n:::', ':::note Mind\n\nHot.\n:::'],
  ['tab sets', '::: {.panel-tabset}\n## npm\na\n## pnpm\nb\n:::', '\n**npm**\na\n**pnpm**\nb\n'],
  ['other divs', ':::: {.columns}\n::: {.column width="40%"}\na\n:::\n::::', '\n\na\n\n'],
  [
    'what is for other formats',
    '::: {.content-visible when-format="pdf"}\na\n:::\n::: {.content-hidden when-format="pdf"}\nb\n:::',
    '\n\nb\n',
  ],
  ['spans', 'A [small]{.smallcaps} word, `[x]{.y}`', 'A small word, `[x]{.y}`'],
  ['keys', 'Press {{< kbd Ctrl-C >}}', 'Press `Ctrl-C`'],
  ['variables', 'A {{< var cord >}} cord', 'A red cord'],
  ['directives of MyST', '```{note}\na\n```', '```{note}\na\n```'],
  ['divs in code', '```md\n::: {.callout-note}\n:::\n```\n::: {.a}\n:::', '```md\n::: {.callout-note}\n:::\n```\n\n'],
])('%s', (_, page, expected) => {
  expect(read(page).text).toBe(expected);
});

test('what cannot be shown is counted', () => {
  expect(read('a {{< var gone >}} {{< embed fly.ipynb >}}')).toEqual({
    text: 'a  ',
    dropped: ['{{< var gone >}}', '{{< embed fly.ipynb >}}'],
  });
});

test('a site of Quarto has the pages, addresses and anchors of its settings', async () => {
  const { pages, summary } = await readDocs(
    docsFolder({
      '_quarto.yml': 'project:\n  type: website\n  render:\n    - "*.qmd"\n    - docs/\n    - "!docs/old.qmd"\n',
      '_variables.yml': 'cord: red\n',
      'index.qmd': '---\ntitle: Kites\n---\n\n{{< include _part.qmd >}}',
      '_part.qmd': '::: {.callout-note}\nA {{< var cord >}} cord.\n:::',
      'docs/fly.qmd': '# Fly\n\n## 1. Take off: up & away\n\nUp.',
      'docs/plot.ipynb': JSON.stringify({ cells: [{ cell_type: 'markdown', source: '# Plot' }] }),
      'docs/old.qmd': '# Old',
      'other/x.qmd': '# X',
      'README.md': '# Repository',
    }),
  );
  expect(summary.generator).toBe('quarto');
  expect(pages.map(({ path, title }) => [path, title])).toEqual([
    ['/docs/fly.html', 'Fly'],
    ['/docs/plot.html', 'Plot'],
    ['/', 'Kites'],
  ]);
  expect(pages[0]?.sections.at(-1)?.anchor).toBe('take-off-up-away');
  expect(pages[2]?.sections[0]?.blocks[0]?.text).toBe('**Note:**\nA red cord.');
});
