import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { expect, it } from 'vitest';
import { mayHoldAddress, withoutAutolinks, withQuickAutolinks } from '../../../src/kit/markdown/autolinks.ts';
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

const tree = (text: string, extension: ReturnType<typeof gfm>) =>
  fromMarkdown(text, { extensions: [extension], mdastExtensions: [gfmFromMarkdown()] });

it('withQuickAutolinks finds the same autolinks as the extension', () => {
  const texts = fc.array(fc.constantFrom(...bracketed, ...addresses, ...addresses), { maxLength: 14 });
  fc.assert(
    fc.property(texts, (pieces) => {
      const text = pieces.join('');
      expect(tree(text, withQuickAutolinks(gfm()))).toEqual(tree(text, gfm()));
    }),
    runs(1_000),
  );
});

it('mayHoldAddress is false only for texts that parse the same without autolinks', () => {
  const parts = [
    'http',
    'HTTPS',
    ':',
    '//',
    'www',
    'Www',
    '.',
    'a',
    'example',
    '@',
    '&#64;',
    '\\',
    '_',
    '-',
    '+',
    '~',
    ' ',
  ];
  const texts = fc.array(fc.constantFrom(...parts, ...bracketed), { maxLength: 14 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      fc.pre(!mayHoldAddress(text));
      expect(tree(text, withoutAutolinks(gfm()))).toEqual(tree(text, gfm()));
    }),
    runs(1_000),
  );
});

it.each(['https://a.example', 'HTTP://a.example', 'Www.a.example', 'a@b.example'])(
  'mayHoldAddress is true for %s',
  (text) => {
    expect(mayHoldAddress(text)).toBe(true);
  },
);
