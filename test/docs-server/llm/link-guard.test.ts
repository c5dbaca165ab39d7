import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLinkGuard } from '../../../src/docs-server/llm/link-guard.ts';
import { expectLinear } from '../../fakes/linear.ts';

function guarded(...pieces: readonly string[]): string {
  const guard = createLinkGuard((href) => (href.startsWith('/ok') ? href : undefined));
  return pieces.map((piece) => guard.push(piece)).join('') + guard.end();
}

test.each([
  ['plain text, a < b and [x] and `y` and a[0](', 'plain text, a < b and [x] and `y` and a[0]('],
  ['[a](/ok) [b](/no) [c [d]](/ok "t")', '[a](/ok) b [c [d]](/ok)'],
  ['[a](</ok>) ![i](/ok)', '[a](/ok) i'],
  ['at https://x.example/a, end', 'at , end'],
  ['<https://x.example> <b>', ' <b>'],
  ['`https://x.example` and ``[a](/no)``', '`https://x.example` and ``[a](/no)``'],
  ['```\n[a](/no) https://x.example\n```\n[a](/no)', '```\n[a](/no) https://x.example\n```\na'],
  ['[a [b](/no)](/no) and [a [b](/no)](/ok)', 'a b and [a b](/ok)'],
  ['[https://x.example](/no) [![i](https://x.example)](/ok)', ' [i](/ok)'],
  ['[[a]](/no)(/no) [a]<https://x.example>(/no)', '[a] (/no) [a] (/no)'],
  ['[a][1]\n\n[1]: https://x.example\n  [2]: </no> "t"\nb', '[a][1]\n\n\n  \nb'],
  ['[a][1]\n\n[1]: /ok "t"\n[2]:\n /no\nb', '[a][1]\n\n[1]: /ok\n\nb'],
  ['[note]: this is no address', '[note]: this is no address'],
  ['> [a]: /no', '> '],
  ['<a href="/no">b</a> <A class=x href=\'/ok\'>c</A> <a name="d">e</a>', 'b [c](/ok) e'],
  ['<img src="https://x.example/i.png" alt="x"> <br> a<b', ' <br> a<b'],
  ['at www.x.example/a, wwworld w', 'at , wwworld w'],
  ['[half](/ok', 'half'],
  ['no fence ``` [a](/no)', 'no fence ``` a'],
  ['\\`[a](/no)\\`', '\\`a\\`'],
  ['`over\n\n[a](/no)`', '`over\n\na`'],
  ['- ```ts\n  https://x.example\n  ```\n[a](/no)', '- ```ts\n  https://x.example\n  ```\na'],
  ['[never closed ', '[never closed '],
  ['[a]\n\n(/ok)', '[a]\n\n(/ok)'],
  ['`open', '`open'],
])('%j becomes %j', (text, shown) => {
  expect(guarded(text)).toBe(shown);
});

test('words go out at once, only what may become a link waits', () => {
  const guard = createLinkGuard(() => undefined);
  expect(guard.push('one two')).toBe('one two');
  expect(guard.push(' [thr')).toBe(' ');
  expect(guard.push('ee](htt')).toBe('');
  expect(guard.push('ps://x.example) four h')).toBe('three four ');
  expect(guard.push('ello')).toBe('hello');
});

const pieces = fc.array(
  fc.constantFrom(
    '[a](/ok)',
    '[b](/no)',
    '[',
    ']',
    '(',
    ')',
    '`',
    '```\n',
    '\n',
    ' ',
    'http',
    's://x.example',
    '<',
    '>',
    '!',
    ':',
    '<a href="/no">',
    '</a>',
    'word',
  ),
  { maxLength: 25 },
);

test.each(['[', '[a](', '<a href=/ok>', '[a]: ', '](', '[![', '<', '[a](b', '[\n'])(
  'what opens with %j and is never closed costs no time',
  (text) => expectLinear(2_000, (times) => guarded(text.repeat(times))),
);

test.each([
  ['[', ''],
  ['`', ''],
  ['[a](', ' '],
  ['https://x.example/', 'a'],
])('%j with far more after it than a link has is shown or goes, whatever the cut', (begin, sign) => {
  const text = begin + (sign || begin).repeat(5_000);
  const cut = Array.from({ length: Math.ceil(text.length / 100) }, (_, at) => text.slice(at * 100, at * 100 + 100));
  expect(guarded(...cut)).toBe(guarded(text));
  expect(guarded(text)).not.toContain('https');
});

test('however a text is cut, the same is shown', () => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 7 }), (list, size) => {
      const text = list.join('');
      const cut = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.slice(at * size, at * size + size),
      );
      expect(guarded(...cut)).toBe(guarded(text));
    }),
  );
});

test('no link that is not allowed is ever shown, and no piece of the text outgrows what came', () => {
  fc.assert(
    fc.property(pieces, (list) => {
      const shown = guarded(list.join(''));
      const withoutCode = shown
        .replace(/^[\s>]*(`{3,})[\s\S]*?(?:^\s*\1`*\s*$|$(?![\s\S]))/gm, '')
        .replace(/(`+)[^\n]*?\1/g, '');
      expect(withoutCode).not.toMatch(/\]\(\/no\)|<a\s/);
      expect(shown.length).toBeLessThanOrEqual(list.join('').length);
    }),
  );
});
