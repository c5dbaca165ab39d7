import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { expect, it } from 'vitest';
import { withQuickAutolinks } from '../../../src/core/markdown/autolinks.ts';
import { runs } from '../../fakes/runs.ts';

const bracketed = [
  '[',
  ']',
  '](',
  '![',
  '[^1]',
  '\n\n[^1]: b',
  '(',
  ')',
  '\\',
  '`',
  '*',
  '<',
  '|',
  '\n|-|\n',
  ' ',
  '! ',
];
const addresses = ['https://a.example/b', 'www.a.example', 'a@b.example', 'word'];

it('finds the bare addresses that the extension finds', () => {
  const tree = (text: string, extension: ReturnType<typeof gfm>) =>
    fromMarkdown(text, { extensions: [extension], mdastExtensions: [gfmFromMarkdown()] });
  const texts = fc.array(fc.constantFrom(...bracketed, ...addresses, ...addresses), { maxLength: 14 });
  fc.assert(
    fc.property(texts, (pieces) => {
      const text = pieces.join('');
      expect(tree(text, withQuickAutolinks(gfm()))).toEqual(tree(text, gfm()));
    }),
    runs(1_000),
  );
});
