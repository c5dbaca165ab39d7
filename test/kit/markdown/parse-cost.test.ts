import { parse, postprocess, preprocess } from 'micromark';
import { gfm } from 'micromark-extension-gfm';
import { expect, it } from 'vitest';
import { maxParseCost, parseCost } from '../../../src/kit/markdown/parse-cost.ts';

/** How many events the parser emits for a text; each takes about a microsecond. */
function stepsOf(markdown: string): number {
  const chunks = preprocess()(markdown, undefined, true);
  return postprocess(
    parse({ extensions: [gfm()] })
      .document()
      .write(chunks),
  ).length;
}

it.each([
  ...['[', '![', '[a](b ', '[a](/b) ', '[a][b] ', '*a **b ', '_a ~~b ', '*_', '`a` ', '**a** ', '&amp;', '\\*'],
  ...['!', 'a! '],
  ...['<b>a</b> ', '<https://a.b> ', 'www.a.b ', 'https://a.b ', 'a@b.co ', '[^1] ', '[^1]: a\n', '[n]: /p\n', '- a\n'],
  ...['1. a\n', '- a\n  - b\n', '- [ ] a\n', '> a\n', '> > > > a\n', '# a\n', 'a\n===\n', 'a\n\n', 'a\n', 'a  \n'],
  ...['---\n', '```\na\n```\n', '<div>\n\n', '    a\n\n', '| `a` | **b** |\n'],
])('the cost of %j is at least half the number of parser steps', (piece) => {
  const head = piece.includes('|') ? '| a | b |\n| - | - |\n' : '';
  const text = head + piece.repeat(1_000 / piece.length);
  expect(parseCost(text)).toBeGreaterThan(stepsOf(text) / 2);
});

/** Labels, destinations and the text of headings and footnotes are tokenized separately, so their steps take longer. */
it.each([
  ['definitions', '[n]: /p\n', 0.9],
  ['headings', '# a\n', 1.3],
  ['footnotes', '[^1]: a\n', 1.3],
  ['links', '[a](b) ', 0.7],
])('%s cost more per parser step than marks', (_, piece, ratio) => {
  const text = piece.repeat(100);
  expect(parseCost(text)).toBeGreaterThan(ratio * stepsOf(text));
});

it('a long thematic break costs as much as its marks', () => {
  const [rule, marks] = ['', 'a '].map((before) => parseCost(before + '*'.repeat(1_000)));
  expect(rule).toBeGreaterThan(0.9 * (marks ?? 0));
});

it('marks that are escaped because there are too many cost more', () => {
  const [few, many] = [20, 40].map((comments) => parseCost(`a ${'<!--'.repeat(comments)}`));
  expect(many).toBeGreaterThan(2.3 * (few ?? 0));
});

it('a line costs more for each quote that it is in', () => {
  const [one, five] = ['> a\n', '> > > > > a\n'].map((line) => parseCost(line.repeat(100)));
  expect(five).toBeGreaterThan(2 * (one ?? 0));
});

it.each([
  ['prose', 'The configuration is read at start, and a mistyped setting is named.\n\n'],
  ['a list', '- `name`: what it is for, in a few words\n'],
  ['links', '- [The page](https://docs.example/page/one): what it says\n'],
  ['a table', '| `name` | string | The name that is shown in the list of pages |\n'],
])('the cost of %s as long as a message is below the maximum', (name, line) => {
  const head = name === 'a table' ? '| a | b | c |\n| - | - | - |\n' : '';
  expect(parseCost((head + line.repeat(100)).slice(0, 4_000))).toBeLessThan(0.9 * maxParseCost);
});
