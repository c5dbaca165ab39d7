import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { describe, expect, it } from 'vitest';
import { chunksOf } from '../../../src/core/markdown/chunks.ts';
import { parseMarkdown } from '../../../src/core/markdown/parse.ts';
import { runs } from '../../fakes/runs.ts';
import { markdown } from './samples.ts';

const pieces = ['- ', '* ', '1. ', '2. ', '> ', '  ', '   ', '    ', '\t', '\n', '\n\n', '\n\n', '  \n', '\r\n'].concat(
  ['word ', 'two words', '[a]: /b\n', '[a]', '[^1]', '[^1]: ', '*', '**', '`', '```\n', '```js\n', '~~~\n', '\n\nb'],
  [
    '# h\n',
    '---\n',
    '===\n',
    '| a | b |\n',
    '|---|---|\n',
    '<div>\n',
    '</div>\n',
    '<pre>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '\u00A0',
    '\uFEFF',
    '> [!NOTE]\n',
  ],
);
const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((each) => each.join(''));

/** With offsets: they are all that is used of positions. */
function facts(node: Nodes): object {
  const { position, ...rest } = node;
  const children: readonly Nodes[] = 'children' in node ? node.children : [];
  const place = node.type !== 'root' && position ? [position.start.offset, position.end.offset] : [];
  return { ...rest, place, children: children.map(facts) };
}

describe('chunks', () => {
  it('have the blocks that the parser reads in the text as a whole', () => {
    fc.assert(
      fc.property(fc.oneof(soup, markdown), (text) => {
        // Told a name, it reads all of it at once.
        expect(facts(parseMarkdown(text))).toEqual(facts(parseMarkdown(text, ['a name'])));
      }),
      runs(200),
    );
  });

  it.each(['<![CDATA[\n\nb\n\n]]>\n\nc', '<div>\n\u00A0\n~~~\nb', 'a\n\n\uFEFFb', '\uFEFFa\n\nb'])(
    'have the blocks of the whole text, also around what cannot be seen: %j',
    (text) => {
      expect(facts(parseMarkdown(text))).toEqual(facts(parseMarkdown(text, ['a name'])));
    },
  );

  it('are paragraphs, headings and fences with what follows them up to the next', () => {
    const text = 'First.\n\n- an item\n\n  of two\n\n## Next\n\n```\na\n\nb\n```\n\nLast';
    expect(chunksOf(text).map((chunk) => chunk.text)).toEqual([
      'First.\n\n- an item\n\n  of two\n\n',
      '## Next\n\n',
      '```\na\n\nb\n```\n\n',
      'Last',
    ]);
  });

  it('stay as they are while the text grows, so that only the last one is parsed again', () => {
    const text = 'One.\n\nTwo.\n\nThree';
    const before = parseMarkdown(text).children;
    const after = parseMarkdown(`${text} and more.\n\nFour`).children;
    expect([0, 1, 2, 3].map((index) => after[index] === before[index])).toEqual([true, true, false, false]);
  });
});
