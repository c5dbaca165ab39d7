import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnswerText } from '../../../src/bot/docs-api/answer-text.ts';
import { runs } from '../../fakes/runs.ts';

function read(...pieces: readonly string[]): string {
  const text = createAnswerText(() => undefined);
  return pieces.map(text.push).join('') + text.end();
}

describe('a note or warning becomes a quote', () => {
  it.each([
    [':::note\nOne\n\n- two\n:::\nthree', '> [!NOTE]\n> One\n>\n> - two\n\nthree'],
    ['::: tip My title\nOne\n:::\n', '> [!TIP] My title\n>\n> One\n\n'],
    [':::danger[My *title*]{#id}\nOne\n:::', '> [!CAUTION] My *title*\n>\n> One\n\n'],
    ['::::info\n:::note\nOne\n:::\ntwo\n::::', '> [!INFO]\n> > [!NOTE]\n> > One\n>\n> two\n\n'],
    ['<Warning>\n  One\n    two\n</Warning>\nthree', '> [!WARNING]\n> One\n>   two\n\nthree'],
    ['<Note>One</Note>\n\ntwo', '> [!NOTE]\n> One\n\n\ntwo'],
    ['<Note>One <b>two</Note> three', '> [!NOTE]\n> One <b>two\n\nthree'],
    ['<Callout type="warn" title="Beware">\nOne\n</Callout>', '> [!WARNING] Beware\n>\n> One\n\n'],
    ['<Aside type={"tip"}>\nOne\n</Aside>', '> [!TIP]\n> One\n\n'],
    ['- one\n  :::tip\n  two\n  :::\n- three', '- one\n  > [!TIP]\n  > two\n\n- three'],
    ['::: details More {open}\nOne\n:::', '**More**\n\nOne\n\n'],
    [':::details\n- a\n:::\nend', '- a\n\nend'],
    ['::: code-group\n```js\n:::\n```\n:::\n', '```js\n:::\n```\n\n'],
    ['<Note>\nUse `</Note>` to end it.\n</Note>\nend', '> [!NOTE]\n> Use `</Note>` to end it.\n\nend'],
    ['1. a\n\n    :::tip\n    b\n    :::', '1. a\n\n    > [!TIP]\n    > b\n\n'],
  ])('%j', (text, quoted) => {
    expect(read(text)).toBe(quoted);
  });
});

describe('everything else stays as it is', () => {
  it.each([
    '```mdx\n<Note>\n:::tip\n:::\n</Note>\n```\n',
    '- ```\n  :::tip\n  ```\n',
    'The `<Note>` component, <Note> and ::: in a line',
    '::: what is this\n:::\n',
    'a: b\n: c\n:: d\n<Notes>\n<Note />\n',
    '</Note>',
    '<Error> is thrown when it fails.\n\nNext.',
    '    :::note\n    code\n    :::\nafter',
    '\t:::note\n\tcode\n',
    ':::constructor\nOne\n:::\n',
    `:::tip ${'word '.repeat(150)}\nOne\n`,
    ':::',
    '<Note',
  ])('%j', (text) => {
    expect(read(text)).toBe(text);
  });
});

it('recognises no other names', () => {
  expect(read('<Callout type="constructor">\nOne\n</Callout>')).toBe('> [!NOTE]\n> One\n\n');
});

it('nests at most five callouts, so that no text grows to a multiple of its length', () => {
  const text = ':::note\n'.repeat(4000);
  expect(read(text)).toContain('\n> > > > > [!NOTE]\n> > > > > :::note\n');
  expect(read(text).length).toBeLessThan(3 * text.length);
});

it('gives the same result wherever the text is cut, and only ever appends', () => {
  const piece = fc.constantFrom(
    ...[
      ':::',
      ':',
      'tip',
      ' note Title',
      '\n',
      '\n\n',
      '  ',
      '<Note>',
      '</Note>',
      '<',
      '</',
      'No',
      'te>',
      'word ',
      '- ',
    ],
    ...[
      '```',
      '<Callout title="a"',
      '>',
      '::::info\n',
      ':::\n',
      '{x}',
      '`',
      '    ',
      ' '.repeat(299),
      'long '.repeat(60),
    ],
  );
  const text = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 5 }), (whole, step) => {
      expect(read(...(whole.match(new RegExp(`[^]{1,${step}}`, 'g')) ?? []))).toBe(read(whole));
    }),
    runs(500),
  );
});
