import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAnswerText } from '../../../src/bot/docs-api/answer-text.ts';
import { createToUrl } from '../../../src/bot/docs-api/page-urls.ts';
import { runs } from '../../fakes/runs.ts';

const toUrl = createToUrl('https://docs.example');

function shown(text: string, cuts: readonly number[] = []): string {
  const answer = createAnswerText(toUrl);
  const ends = [...cuts, text.length];
  return ends.map((to, index) => answer.push(text.slice(ends[index - 1] ?? 0, to))).join('') + answer.end();
}

describe('a suggestions block', () => {
  test.each([
    ['in the middle', 'a\n\n```suggestions\n(One)[/one]\n(Two)[/two]\n```\n\nb', 'a\n\n\nb'],
    ['at the end', 'a\n```suggestions\n(One)[/one]\n```', 'a\n'],
    ['at the start', '```suggestions\n(One)[/one]\n```\nb', 'b'],
    ['with tildes', '~~~ suggestions\n(One)[/one]\n~~~\nb', 'b'],
    ['with a longer fence', '````suggestions\n```\n````\nb', 'b'],
    ['that never closes', 'a\n```suggestions\n(One)[/one]', 'a\n'],
    ['in a list', '- a\n    ```Suggestions\n    (One)[/one]\n    ```\n- b', '- a\n- b'],
    [
      'in an item that begins with another fence',
      '- ```\n  a\n  ```\n\n```suggestions\n(One)[/one]\n```\nb',
      '- ```\n  a\n  ```\n\nb',
    ],
    ['after an item that leaves a fence open', '- ```\n  a\n\n```suggestions\n(One)[/one]\n```\nb', '- ```\n  a\n\nb'],
    ['below a tag', '</details>\n```suggestions\n(One)[/one]\n```\nb', '</details>\nb'],
    ['with CRLF', 'a\r\n```suggestions\r\n(One)[/one]\r\n```\r\nb', 'a\r\nb'],
  ])('%s is removed', (_, text, rest) => {
    expect(shown(text)).toBe(rest);
  });

  test.each([
    ['inside another fence', '````md\n```suggestions\n(One)[/one]\n```\n````\n'],
    ['of another language', '```suggestions-box\n(One)[/one]\n```\n'],
    ['as inline code', 'a ```suggestions``` b'],
  ])('%s is not one', (_, text) => {
    expect(shown(text)).toBe(text);
  });
});

describe('an inverted link', () => {
  test.each([
    ['See (Text)[/path].', 'See [Text](https://docs.example/path).'],
    ['(Über uns)[https://other.example/a]', '[Über uns](https://other.example/a)'],
    ['- (A)[/a]\n- (B)[/b#c]', '- [A](https://docs.example/a)\n- [B](https://docs.example/b#c)'],
    ['*(A)[/a_(b)]*', '*[A](<https://docs.example/a_(b)>)*'],
    ['(a (Text)[/path])', '(a [Text](https://docs.example/path))'],
  ])('%s becomes a Markdown link', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test.each([
    'call(x)[/path]',
    '[a](b)[/path]',
    '\\(x)[/path]',
    '(x)[i]',
    '(x)[relative/path]',
    '(x) [/path]',
    '(x\ny)[/path]',
    '`(x)[/path]`',
    '``a ` (x)[/path]``',
    '```\n(x)[/path]\n```',
    '~~~js\n(x)[/path]\n```\n(x)[/path]\n~~~',
    '(',
    '(half',
    '(half)',
    '(half)[/pa',
  ])('%s is not one', (text) => {
    expect(shown(text)).toBe(text);
  });

  test.each(['- ```\n  a\n  ```', '1. ~~~\n   a\n   ~~~', 'a ` b\n- c', '- ```\n  a\n'])(
    'is recognised in the line after %j',
    (before) => {
      expect(shown(`${before}\n(x)[/path]`)).toBe(`${before}\n[x](https://docs.example/path)`);
    },
  );

  test('is recognised again after code that is never closed in its paragraph', () => {
    expect(shown('a ` b\n\n(x)[/path]')).toBe('a ` b\n\n[x](https://docs.example/path)');
  });
});

describe('a link to a path', () => {
  test.each([
    ['[a](/b)', '[a](https://docs.example/b)'],
    ['[a](/b "Title")', '[a](https://docs.example/b "Title")'],
    ['![a](/b.png)', '![a](https://docs.example/b.png)'],
    ['[a](b.md) [c](#d) [e](//f)', '[a](b.md) [c](#d) [e](//f)'],
    ['[a](https://other.example/b)', '[a](https://other.example/b)'],
    ['`[a](/b)`', '`[a](/b)`'],
    ['[a](/b', '[a](https://docs.example/b'],
    ['[a][b]\n\n[b]: /c "d"\n[e]: /f', '[a][b]\n\n[b]: https://docs.example/c "d"\n[e]: https://docs.example/f'],
  ])('%s becomes %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test('stays a path if the site is unknown', () => {
    const answer = createAnswerText(createToUrl(undefined));
    expect(answer.push('[a](/b) and (c)[/d]') + answer.end()).toBe('[a](/b) and [c](/d)');
  });
});

describe('an HTML link', () => {
  test.each([
    ['See <a href="/b">the docs</a>.', 'See [the docs](https://docs.example/b).'],
    ['<a class="x" href="https://other.example/a_(b)" id="y">a</a>', '[a](<https://other.example/a_(b)>)'],
  ])('%s becomes a Markdown link', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test.each([
    '`<a href="/b">c</a>`',
    '<a href="/b"><img src="c"></a>',
    '<a id="b"></a> <abbr href="/b">c</a>',
    '<a href="/b">c',
  ])('%s is not one', (text) => {
    expect(shown(text)).toBe(text);
  });
});

describe('text that grows', () => {
  test('is shown immediately if nothing is half-written', () => {
    const answer = createAnswerText(toUrl);
    expect(answer.push('Hello wor')).toBe('Hello wor');
    expect(answer.push('ld, see [the gu')).toBe('ld, see [the gu');
    expect(answer.push('ide](/gui')).toBe('ide');
    expect(answer.push('de) and `co')).toBe('](https://docs.example/guide) and `co');
    expect(answer.push('de` (perhaps')).toBe('de` ');
    expect(answer.push(' not a link) ')).toBe('(perhaps not a link) ');
    expect(answer.push('\n``')).toBe('\n');
    expect(answer.push('`sugg')).toBe('');
    expect(answer.push('estions\n(A)[/a]\n``')).toBe('');
    expect(answer.push('`\nEnd')).toBe('End');
    expect(answer.end()).toBe('');
  });

  test('never ends in half a character', () => {
    const answer = createAnswerText(toUrl);
    expect(answer.push('kiln \ud83d')).toBe('kiln ');
    expect(answer.push('\udd25!')).toBe('🔥!');
    expect(answer.push('\ud83d')).toBe('');
    expect(answer.end()).toBe('\ufffd');
  });

  test('does not hold back a parenthesis that is too long for a link', () => {
    const answer = createAnswerText(toUrl);
    expect(answer.push(`(${'x'.repeat(300)}`)).toBe(`(${'x'.repeat(300)}`);
  });

  const pieces = fc.constantFrom(
    ...['(', ')', '[', ']', '/a', '`', '```', '~~~', '````', 'suggestions', 'js', '\n', '\n\n', ' ', '> ', '- '],
    ...['<a ', 'href="/b"', '>', 'x</a>', '<', `<a ${'x'.repeat(199)}`],
    ...['\\', 'word', 'https://x.example/', '🔥', '\ud83d', '\udd25', '(Text)[/path]', '](/b)', '"t"', '\r\n'],
    ...['`'.repeat(99), '~'.repeat(99), ' '.repeat(99), 'l'.repeat(197)],
    ...[
      '# ',
      '#',
      '=',
      '1',
      '. ',
      '* ',
      '[^',
      '1]:',
      '<div',
      '<!--',
      '|a|\n|-|\n',
      '    ',
      '\t',
      '\r',
      'x'.repeat(599),
    ],
    ...[':::', 'tip', '<Note>', '</Note>', '<Note', ' title="t"', '::::info\n', ':::\n'],
    ...[`(${'y'.repeat(199)}`, `[/${'z'.repeat(498)}`, `](/${'z'.repeat(499)}`],
  );
  const markdown = fc.array(pieces, { maxLength: 30 }).map((each) => each.join(''));

  test('is the same wherever it is cut', () => {
    const law = fc.property(markdown, fc.array(fc.nat(), { maxLength: 8 }), (text, places) => {
      const cuts = places.map((place) => place % (text.length + 1)).toSorted((a, b) => a - b);
      expect(shown(text, cuts)).toBe(shown(text));
    });
    void fc.assert(law, runs(3_000));
  });

  test('is the same when it arrives letter by letter', () => {
    const law = fc.property(markdown, (text) => {
      const everywhere = Array.from({ length: text.length }, (_, index) => index);
      expect(shown(text, everywhere)).toBe(shown(text));
    });
    void fc.assert(law, runs(1_000));
  });

  test('stays as it is if it contains none of these conventions', () => {
    const plain = fc.array(
      fc.constantFrom(
        'word ',
        '**bold** ',
        '\n',
        '# ',
        '`code` ',
        '| a | b |\n',
        '(aside) ',
        '[x](https://x.example/) ',
      ),
    );
    const law = fc.property(plain, (each) => {
      expect(shown(each.join(''))).toBe(each.join(''));
    });
    void fc.assert(law);
  });
});
