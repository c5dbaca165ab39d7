import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { describe, expect, it } from 'vitest';
import { chunksOf, parseMarkdown } from '../../../src/kit/markdown/parse.ts';
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
const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((parts) => parts.join(''));

/** A node with its offsets, since the rest of positions is not used. */
function facts(node: Nodes): object {
  const { position, ...rest } = node;
  const children: readonly Nodes[] = 'children' in node ? node.children : [];
  const place = node.type !== 'root' && position ? [position.start.offset, position.end.offset] : [];
  return { ...rest, place, children: children.map(facts) };
}

describe('chunks', () => {
  it('have the same blocks as the whole text', () => {
    fc.assert(
      fc.property(fc.oneof(soup, markdown), (text) => {
        // Given the name of a definition, the parser reads the text as a whole.
        expect(facts(parseMarkdown(text))).toEqual(facts(parseMarkdown(text, ['a name'])));
      }),
      runs(200),
    );
  });

  it.each(['<![CDATA[\n\nb\n\n]]>\n\nc', '<div>\n\u00A0\n~~~\nb', 'a\n\n\uFEFFb', '\uFEFFa\n\nb'])(
    'have the same blocks as the whole text around CDATA and invisible characters: %j',
    (text) => {
      expect(facts(parseMarkdown(text))).toEqual(facts(parseMarkdown(text, ['a name'])));
    },
  );

  it('begin at paragraphs, headings and fences outside of containers', () => {
    const text = 'First.\n\n- an item\n\n  of two\n\n## Next\n\n```\na\n\nb\n```\n\nLast';
    expect(chunksOf(text).map((chunk) => chunk.text)).toEqual([
      'First.\n\n- an item\n\n  of two\n\n',
      '## Next\n\n',
      '```\na\n\nb\n```\n\n',
      'Last',
    ]);
  });

  it('do not change while the text grows, so that only the last one is parsed again', () => {
    const text = 'One.\n\nTwo.\n\nThree';
    const before = parseMarkdown(text).children;
    const after = parseMarkdown(`${text} and more.\n\nFour`).children;
    expect([0, 1, 2, 3].map((index) => after[index] === before[index])).toEqual([true, true, false, false]);
  });
});
