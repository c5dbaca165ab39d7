import { expect, test } from 'vitest';
import { atOnce } from '../../../../src/kit/base/time-slices.ts';
import { plainMarkdown as slicedMarkdown } from '../../../../src/service/content/markdown/components.ts';
import { withFences } from '../../../../src/service/content/markdown/indented-code.ts';

function plainMarkdown(...args: Parameters<typeof slicedMarkdown>) {
  return atOnce(slicedMarkdown(...args));
}

test('indented lines after a paragraph are code, including blank and deeper ones', () => {
  expect(withFences('Run:\n\n    # install\n\n      npm i <x>\n\nText.\n\n\tmake')).toBe(
    'Run:\n\n```\n# install\n\n  npm i <x>\n```\n\nText.\n\n```\nmake\n```',
  );
});

test.each([
  '- item\n\n    its paragraph\n\n        its code',
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

test('only Markdown has indented code, not MDX', () => {
  expect(plainMarkdown('Run:\n\n    a <b> {c}', false)).toBe('Run:\n\n```\na <b> {c}\n```');
  expect(plainMarkdown('<div>\n\n    Text.\n\n</div>', true).trim()).toBe('Text.');
});
