import { parse, postprocess, preprocess } from 'micromark';
import { gfm } from 'micromark-extension-gfm';
import { expect, it } from 'vitest';
import { createSlicedLayout, layOutReply } from '../../../../src/bot/core/layout/layout.ts';
import { boundCost } from '../../../../src/kit/markdown/parse-cost.ts';
import { recordedAnswers } from '../../../kit/markdown/samples.ts';

/** How many events the parser emits for a text; each takes about a microsecond. */
function stepsOf(markdown: string): number {
  const chunks = preprocess()(boundCost(markdown), undefined, true);
  return postprocess(
    parse({ extensions: [gfm()] })
      .document()
      .write(chunks),
  ).length;
}

const head = '| a | b |\n| - | - |\n';
const pieces = [
  ...['[', '![', '[a](b ', '[a](/b) ', '[a][b] ', '*a **b ', '_a ~~b ', '*_', '`a` ', '``` a ', '**a** ', '&amp;'],
  ...['\\*', '<b>a</b> ', '<https://a.b> ', 'www.a.b ', 'a@b.co ', '[^1] ', '[^1]: a\n', '[n12]: /p12\n', '- a\n'],
  ...['1. a\n', '- a\n  - b\n', '- [ ] a\n', '> a\n', '# a\n', 'a\n===\n', 'a\n\n', 'a\n', 'a  \n', '---\n'],
  ...['```\na\n```\n', ':::note\n', '<div>\n\n', '| `a` | **b** |\n'],
];

function settled(text: string) {
  return { text, sources: [], notices: [], settled: true };
}

it.each(pieces)('an answer that repeats %j is laid out in bounded slices', (piece) => {
  const text = (piece.includes('|') ? head : '') + piece.repeat(8_000 / piece.length);
  let inSlice = 0;
  const layOut = createSlicedLayout(({ markdown }) => {
    const steps = stepsOf(markdown);
    inSlice += steps;
    expect(steps).toBeLessThan(14_000);
    // As on the platform that accepts the longest messages.
    return markdown.length <= 12_000;
  });
  const work = layOut(settled(text));
  for (let step = work.next(); !step.done; step = work.next()) {
    expect(inSlice).toBeLessThan(20_000);
    inSlice = 0;
  }
});

it.each(recordedAnswers())('the recorded answer $name is not cut if the platform accepts it whole', ({ text }) => {
  expect(layOutReply(settled(text.slice(0, 4_000)), () => true)).toHaveLength(1);
});

it.each([
  ['a list', '- `name`: what it is for, in a few words\n'],
  ['links', '- [The page](https://docs.example/page/one): what it says\n'],
  ['a table', '| `name` | string | The name that is shown in the list of pages |\n'],
  ['code', 'const [a, b] = await all([`x`, `y`]); // <&\n'],
])('%s as long as a message takes up only one message', (name, line) => {
  const text = { 'a table': '| a | b | c |\n| - | - | - |\n', code: '```js\n' }[name] ?? '';
  const full = (text + line.repeat(100)).slice(0, 4_000);
  expect(layOutReply(settled(full), ({ markdown }) => markdown.length <= 4_100)).toHaveLength(1);
});

it('a layout scans a few thousand characters per slice', () => {
  let checks = 0;
  const layOut = createSlicedLayout(() => {
    checks += 1;
    return true;
  });
  const work = layOut(settled('a\n'.repeat(30_000)));
  let pauses = 0;
  while (checks === 0 && !work.next().done) pauses += 1;
  expect(pauses).toBeGreaterThanOrEqual(7);
});

it('a layout pauses after a message that took up a whole slice', () => {
  const short = createSlicedLayout(() => true)(settled('- a\n'.repeat(10)));
  expect(short.next().done).toBe(true);
  const long = createSlicedLayout(() => true)(settled('- a\n'.repeat(150)));
  expect(long.next().done).toBe(false);
  expect(long.next().done).toBe(true);
});

it('a layout tries a few bodies per slice, with at most a hundred sources, to find how many sources fit', () => {
  const sources = Array.from({ length: 5_000 }, (_, at) => ({ path: `/p${at}` }));
  let checks = 0;
  const layOut = createSlicedLayout((body) => {
    checks += 1;
    expect(body.sources.length).toBeLessThanOrEqual(100);
    return body.sources.length <= 3;
  });
  const work = layOut({ ...settled('Words.'), sources });
  for (let step = work.next(); !step.done; step = work.next()) {
    expect(checks).toBeLessThanOrEqual(20);
    checks = 0;
  }
});

it.each([
  ['definitions', Array.from({ length: 1_000 }, (_, at) => `[n${at}]: /p${at}\n`).join('')],
  ['comments', '<!-- a -->\n\n'.repeat(2_000)],
  ['tags', '<div></div>\n\n'.repeat(1_000)],
])('%s in a row that are too long for one message do not hide the text after them', (_, hidden) => {
  const bodies = layOutReply(settled(`Begin.\n\n${hidden}\nThe end.`), ({ markdown }) => markdown.length <= 12_000);
  expect(bodies[0]?.markdown).toMatch(/^Begin\./);
  expect(bodies.at(-1)?.markdown).toBe('The end.');
  expect(bodies).toHaveLength(2);
});
