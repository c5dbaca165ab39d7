import fc from 'fast-check';
import type { Table } from 'mdast';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { toPlainText } from '../../../src/bot/platforms/discord/outbound/plain.ts';
import { parseMarkdown } from '../../../src/kit/markdown/parse.ts';
import { renderTable } from '../../../src/kit/markdown/table.ts';
import { runs } from '../../fakes/runs.ts';

const maxColumns = 42;

/** Renders a table with its code blocks in square brackets, and its links as URLs in angle brackets. */
function shown(...lines: readonly string[]): string {
  const [head = ''] = lines;
  const cells = head.replace(/^\||\|$/g, '').split('|').length;
  const text = [head, `|${'---|'.repeat(cells)}`, ...lines.slice(1)].join('\n');
  const table = parseMarkdown(text).children[0];
  // The text above is a table.
  return renderTable(table as Table, {
    maxColumns,
    bullet: '* ',
    plain: toPlainText,
    inline: (nodes) => nodes.map((node) => (node.type === 'link' ? `<${node.url}>` : toPlainText(node))).join(''),
    code: (code) => `[\n${code}\n]`,
  });
}

describe('a table', () => {
  it('is aligned by display width', () => {
    expect(shown('Name | n', '漢字 | 1', '👩🏽‍🚒 | 22')).toBe('[\nName  n\n────  ──\n漢字  1\n👩🏽‍🚒    22\n]');
  });

  it('is split by columns if it is too wide, and repeats the first column in each block', () => {
    expect(shown('model | price | delivery | warranty', 'workshop kiln | 240,000 | two weeks | three years')).toBe(
      [
        ...[
          '[',
          'model          price    delivery',
          '─────────────  ───────  ─────────',
          'workshop kiln  240,000  two weeks',
          ']',
        ],
        ...['[', 'model          warranty', '─────────────  ───────────', 'workshop kiln  three years', ']'],
      ].join('\n'),
    );
  });

  it('wraps a wider cell of a later row within its column', () => {
    const later = [`too many | ${'too many '.repeat(5)}| more`, `tenLetters | y`, `${'x'.repeat(25)} | y`];
    expect(shown('code | meaning', '400 | bad request', ...later)).toBe(
      [
        ...['[', 'code        meaning', '──────────  ────────────────────────────────'],
        ...['400         bad request', 'too many    too many too many too many too', '            many too many more'],
        ...['tenLetters  y', 'xxxxxxxxxx  y', 'xxxxxxxxxx', 'xxxxx', ']'],
      ].join('\n'),
    );
  });

  it('is at most six columns too wide to keep words whole, and leaves each column some room', () => {
    const words = 'internationalized | configurability | responsibilities | characterizations';
    expect(shown('a | b | c | d', '1 | 2 | 3 | 4', words)).toBe(
      [
        ...['[', 'a                  b                c       d'],
        ...['─────────────────  ───────────────  ──────  ────', '1                  2                3       4'],
        ...['internationalized  configurability  respon  char', '                                    sibili  acte'],
        ...['                                    ties    riza', '                                            tion'],
        ...['                                            s', ']'],
      ].join('\n'),
    );
  });

  it('shows a row that stands for omitted ones as an ellipsis without a bullet if it is a list', () => {
    const link = '[docs](https://a.example)';
    expect(shown('name | page', `port | ${link}`, '… |')).toBe('* port – <https://a.example>\n…');
  });

  it('becomes a list if it begins with sentences or links', () => {
    const sentence = 'the port that the server listens on';
    expect(shown('option | meaning', `port | ${sentence}`, '| | x')).toBe(`* port – ${sentence}\n* x`);
    expect(shown('a | b', '1 | [x](https://x.example)')).toBe('* 1 – <https://x.example>');
  });

  it('shows the links of later rows below', () => {
    expect(shown('a | b', '1 | 2', '3 | [x](https://x.example)', '4 | [x](https://x.example)')).toBe(
      '[\na  b\n─  ─\n1  2\n3  x\n4  x\n]\n<https://x.example>',
    );
  });

  it('keeps its form while it grows, is never much too wide, and shows every letter', () => {
    const cell = fc.oneof(
      { weight: 9, arbitrary: fc.stringMatching(/^[a-z]{0,9}$/) },
      { weight: 1, arbitrary: fc.stringMatching(/^([a-z]{4,9} ){1,8}z$/) },
      { weight: 1, arbitrary: fc.constantFrom('素焼き'.repeat(9), '[x](/y)', 'x'.repeat(50), '👩🏽‍🚒'.repeat(22)) },
    );
    const table = fc
      .integer({ min: 1, max: 7 })
      .chain((count) =>
        fc.array(fc.array(cell, { minLength: count, maxLength: count }), { minLength: 2, maxLength: 9 }),
      );
    fc.assert(
      fc.property(table, (rows) => {
        const lines = rows.map((row) => `|${row.join('|')}|`);
        let before = shown(...lines.slice(0, 2));
        for (let count = 3; count <= lines.length; count += 1) {
          const now = shown(...lines.slice(0, count));
          expect(formOf(now)).toBe(formOf(before));
          expect(now.length).toBeGreaterThanOrEqual(before.length);
          before = now;
        }
        const words = rows.flat().flatMap((cell) => cell.replace('[x](/y)', 'x').split(' '));
        if (formOf(before) === 0) return;
        for (const line of before.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(maxColumns + 6);
        for (const letter of new Set(words.join(''))) {
          expect(before.split(letter).length).toBeGreaterThanOrEqual(words.join('').split(letter).length);
        }
      }),
      runs(100),
    );
  });
});

/** How many code blocks the rendered table has. */
function formOf(text: string): number {
  return text.match(/^\[$/gm)?.length ?? 0;
}
