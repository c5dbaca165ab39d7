import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from '../../../src/kit/base/time-slices.ts';
import { readPageLines, toStretches, withFences } from '../../../src/kit/markdown/page-lines.ts';
import { plainMarkdown as slicedMarkdown } from '../../../src/service/content/markdown/components.ts';
import { expectLinear } from '../../fakes/linear.ts';

function plainMarkdown(...args: Parameters<typeof slicedMarkdown>) {
  return atOnce(slicedMarkdown(...args));
}

test('indented lines after a paragraph are code, including blank and deeper ones', () => {
  expect(withFences('Run:\n\n    # install\n\n      npm i <x>\n\nText.\n\n\tmake')).toBe(
    'Run:\n\n```\n# install\n\n  npm i <x>\n```\n\nText.\n\n```\nmake\n```',
  );
});

test.each([
  '- item\n\n    its paragraph',
  '1.  Start:\n\n    ```sh\n    start\n    ```\n\n    Then wait.',
  '-   Start:\n\n    ~~~\n    start\n    ~~~\n\n    Then wait.\n\n    And wait.',
  '!!! note\n\n    Its text.\n\n    ```sh\n    start\n    ```\n\n    More of it.',
  '=== "Tab"\n\n    ```sh\n    start\n    ```\n\n    Its text.',
  'Text.[^1]\n\n[^1]: Its note.\n\n    ```sh\n    start\n    ```\n\n    More of it.',
  '<Steps>\n  <Step title="A">\n\n    ```sh\n    start\n    ```\n\n    Its text.\n\n  </Step>\n</Steps>',
  '- item\ncontinued lazily\n\n  its paragraph',
  '1. a\n   - b\n\n     its paragraph',
  '1. item\n\n    its paragraph',
  '!!! note\n\n    Its text.\n\n    More of it.',
  '=== "Tab"\n\n    Its text.',
  '<Tabs>\n  <TabItem>\n\n    Its text.\n\n    More.\n\n  </TabItem>\n</Tabs>',
  'Term\n:   Definition\n\n    more of it',
  'A paragraph\n    that goes on',
  '```\n\n    code as it is\n```',
])('indented lines that are not code stay: %j', (source) => {
  expect(withFences(source)).toBe(source);
});

test('indented code may have any length', () => {
  const lines = Array.from({ length: 300_000 }, () => 'a');
  expect(withFences(lines.map((line) => `    ${line}`).join('\n'))).toBe(['```', ...lines, '```'].join('\n'));
});

test.each([
  ['- item\n\n        its code', '- item\n\n  ```\n    its code\n  ```'],
  ['1. item\n\n       its code\n\n   its text', '1. item\n\n   ```\n   its code\n   ```\n\n   its text'],
  ['!!! note\n\n        its code\n\n    its text', '!!! note\n\n    ```\n    its code\n    ```\n\n    its text'],
  ['<p>Text.</p>\n\n    code', '<p>Text.</p>\n\n```\ncode\n```'],
  ['- item\n\nText.\n\n    code', '- item\n\nText.\n\n```\ncode\n```'],
])('code in a container stays in it: %j', (source, fenced) => {
  expect(withFences(source)).toBe(fenced);
});

test('each line knows its kind and where the content of its container begins', () => {
  const kinds = readPageLines('- a\n  ~~~\n  b\n  ~~~\n\n      c', true).map(({ kind, column }) => [kind, column]);
  expect(kinds).toEqual([
    ['text', 0],
    ['fence', 2],
    ['code', 2],
    ['fence-end', 2],
    ['blank', 2],
    ['indented', 2],
  ]);
});

test('stretches joined with line ends are the source', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('```', '~~~', '- ', '    ', 'a', '\n', '\t', '> ', '!!! a')), (pieces) => {
      const source = pieces.join('');
      expect(
        toStretches(source)
          .map(({ text }) => text)
          .join('\n'),
      ).toBe(source);
    }),
  );
});

test.each(['- ', '> ', '    ', '<a>', '!!! a\n    ', '`', '1. '])(
  '%j repeated is read in linear time',
  async (piece) => {
    await expectLinear(100_000, async (chars) => {
      withFences(`a\n\n${piece.repeat(chars / piece.length)}b\n\n    c`);
    });
  },
);

test('MDX has no indented code', () => {
  expect(plainMarkdown('<div>\n\n    Text.\n\n</div>', true).trim()).toBe('Text.');
});
