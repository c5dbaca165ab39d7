/** What is shown of a prefix must begin with what was shown before, and at the end nothing may be missing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownEnd, toStableMarkdown } from '../../../src/kit/markdown/hold-back.ts';
import { expectLinear } from '../../fakes/linear.ts';
import { runs } from '../../fakes/runs.ts';
import { holdsLetters, markdown, pieces, recordedAnswers, visible } from './samples.ts';

function expectGrowth(text: string, step: number): void {
  let shown = '';
  for (let length = 0; length <= text.length; length += step) {
    const now = visible(toStableMarkdown(text.slice(0, length), false));
    if (!now.startsWith(shown)) expect.fail(`${JSON.stringify(text.slice(0, length))}\n${shown}\n${now}`);
    shown = now;
  }
  const last = visible(toStableMarkdown(text, true));
  expect(last.startsWith(shown)).toBe(true);
  expect(last).toBe(visible(text));
}

describe('a growing text', () => {
  it.each(recordedAnswers())('is shown word by word, and takes no word back: $name', ({ text }) => {
    expectGrowth(text, text.length > 1000 ? 13 : 1);
  });

  it('never shows as plain text what later becomes formatting', () => {
    const short = markdown.filter((text) => text.length < 500);
    fc.assert(
      fc.property(short, fc.integer({ min: 1, max: 8 }), (text, step) => expectGrowth(text, step)),
      runs(15),
    );
  });
});

describe('an unfinished text', () => {
  it.each([
    ['so it is **bold', 'so it is **bold**'],
    ['so it is **', 'so it is'],
    ['so **bold*', 'so **bold**'],
    ['so **bold *and', 'so **bold *and***'],
    ['2 * 3 and snake_case', '2 * 3 and snake_case'],
    ['so ~~gone', 'so ~~gone~~'],
    ['前~~「日本', '前~~「日本~~'],
    ['前~~「日本」~~次', '前~~「日本」~~次'],
    ['run `npm ci', 'run `npm ci`'],
    ['run ``a ` b`', 'run ``a ` b``'],
    ['see [the guide', 'see'],
    ['see [the guide](/gui', 'see'],
    ['see **[the guide](/gui', 'see'],
    ['see [the guide](/guide)', 'see [the guide](/guide)'],
    ['an array[0] of', 'an array[0] of'],
    ['look ![alt](/a', 'look'],
    ['at <https://x.ex', 'at'],
    ['at https://x.ex', 'at'],
    ['at https://x.example then', 'at https://x.example then'],
    ['press <kb', 'press'],
    ['a < b', 'a < b'],
    ['one\n\n<!-- two\nthree', 'one'],
    ['R&am', 'R'],
    ['R&D is', 'R&D is'],
    ['one\\', 'one'],
    ['one\n\n```t', 'one'],
    ['one\n\n```ts\n', 'one'],
    ['one\n\n```ts\nconst', 'one\n\n```ts\nconst\n```'],
    ['one\n\n```ts\nconst\n``', 'one\n\n```ts\nconst\n```'],
    ['- one\n  ```ts\n  const', '- one\n  ```ts\n  const\n  ```'],
    ['> ```\n> const', '> ```\n> const\n> ```'],
    ['one\n\n| a | b |\n|--', 'one'],
    ['one\n\n| a | b |\n|---|---|\n| 1', 'one'],
    ['one\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3', 'one\n\n| a | b |\n|---|---|\n| 1 | 2 |'],
    ['a | b', 'a'],
    ['one\n-', 'one'],
    ['one\n\n- ', 'one'],
    ['one\n\n- [ ] ', 'one'],
    ['one\n\n12', 'one'],
    ['one\n\n##', 'one'],
    ['## Two #', '## Two'],
    ['one\n--', 'one'],
    ['note[^', 'note'],
    ['done 👩', 'done'],
    ['done 👩‍', 'done'],
    ['done \uD83D', 'done'],
    ['done 🇯🇵', 'done 🇯🇵'],
    ['a\r\n\r\n```js\r\nx', 'a\r\n\r\n```js\r\nx\n```'],
  ])('%j is shown as %j', (text, shown) => {
    expect(toStableMarkdown(text, false)).toBe(shown);
  });

  it.each([
    ['[', 3000],
    ['a [b ', 2000],
    ['<a ', 2000],
    ['x | y ', 1000],
    ['**', 3000],
    ['`', 3000],
    ['(a)[', 2000],
    ['&', 3000],
    ['![', 2000],
    ['- ', 2000],
    ['> ', 2000],
    ['| a ', 2000],
    ['https://x.example/', 500],
  ])('hides at most 2,000 characters when it repeats %j', (piece, times) => {
    const text = `${piece.repeat(times)}${'\n'.repeat(piece.length > 10 ? 4000 : 0)}`;
    expect(text.trimEnd().length - shownEnd(text)).toBeLessThanOrEqual(2000);
  });
});

describe('a finished text', () => {
  it.each([
    ['hold **A + B', 'hold **A + B**'],
    ['code `a', 'code `a`'],
    ['see [the guide](/gui', 'see [the guide](/gui'],
    ['```js\nx', '```js\nx\n```'],
    ['back **a\\', 'back **a\\\\**'],
    ['a **', 'a **'],
  ])('%j is balanced as %j', (text, shown) => {
    expect(toStableMarkdown(text, true)).toBe(shown);
  });

  it('keeps every letter, however odd it is', () => {
    fc.assert(
      fc.property(pieces, (text) => holdsLetters(text, visible(toStableMarkdown(text, true)))),
      runs(300),
    );
  });
});

describe('a long text', () => {
  it.each(['<', '<!--', '[', '![', '[a](b ', '[a]: ', '<a href=', '*a **b ', '`', '` `` ', '&amp;\\'])(
    'of repeated %j is scanned in linear time',
    async (unit) => {
      await expectLinear(160_000, (size) => shownEnd(`${unit.repeat(size / unit.length)}.`));
    },
  );

  it('is shown up to the incomplete construct at its end', () => {
    const text = 'see `a` and [b](/c) '.repeat(1_000);
    expect(shownEnd(`${text}[see](htt`)).toBe(text.length - 1);
    expect(shownEnd(`${text}[see](https://a.example)`)).toBeGreaterThan(text.length);
  });
});
