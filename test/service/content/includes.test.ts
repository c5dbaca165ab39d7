import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withIncludes } from '../../../src/service/content/includes.ts';
import { readDocs } from '../../../src/service/content/pages.ts';
import { expectLinear } from '../../fakes/linear.ts';
import { docsFolder } from '../folder.ts';

const files: Readonly<Record<string, string>> = {
  'snippets/key.mdx': '---\ntitle: Key\n---\nMake a key.',
  'guides/_part.md': 'A part. {{#include ../snippets/key.mdx}}',
  'code.ts': 'boil();',
  'parts.py': 'boil()\n# #region pour\npour()\n# #endregion pour\n',
  'loop.md': 'Round {{#include loop.md}}',
};

async function included(source: string, file = 'guides/page.mdx'): Promise<string> {
  const read = async (path: string): Promise<string | undefined> => files[path];
  return (await withIncludes(source, file, { read, folders: [''], fileNamed: () => undefined })).text;
}

test.each([
  ['<Snippet file="key.mdx" />', 'Make a key.'],
  ["import Key from '/snippets/key.mdx';\n\n<Key tone={1} />", "import Key from '/snippets/key.mdx';\n\nMake a key."],
  ["import Part from './_part.md'\n\n<Part/>", "import Part from './_part.md'\n\nA part. Make a key."],
  ['```ts\n{{#include ../code.ts:1:3}}\n```', '```ts\nboil();\n```'],
  ['--8<-- "snippets/key.mdx"', 'Make a key.'],
  ['<!--@include: ../snippets/key.mdx{1,2}-->', 'Make a key.'],
  ['{!snippets/key.mdx!}', 'Make a key.'],
  ['--8<--\nsnippets/key.mdx\n\nsnippets/key.mdx\n--8<--', 'Make a key.\n\nMake a key.'],
  [
    "import Part, { toc } from './_part.md'\n\n<Part></Part>",
    "import Part, { toc } from './_part.md'\n\nA part. Make a key.",
  ],
  ['<include lang="md">../snippets/key.mdx</include>', 'Make a key.'],
  ['<<< @/code.ts', '```ts \nboil();\n```'],
  ['<<< ../code.ts{1,2 js:line-numbers} [boil.ts]', '```ts [boil.ts]\nboil();\n```'],
  ['<<< @/parts.py#pour', '```py \npour()\n```'],
  ['<<< @/none.ts', ''],
  ['<Snippet file="none.mdx" /> and <Other />', ' and <Other />'],
  ['{{#include ../../../etc/passwd}}', ''],
])('%j is expanded', async (source, text) => {
  expect(await included(source)).toBe(text);
});

test('recursive includes end', async () => {
  expect(await included('{{#include loop.md}}')).toBe('Round Round Round Round {{#include loop.md}}');
});

test('a page contains its includes, but nothing from outside the folder', async () => {
  const outside = docsFolder({ 'secret.md': 'Secret.' });
  const folder = docsFolder({
    'docs.json': '{"navigation": ["page", "other"]}',
    'page.mdx': '# Page\n\n<Snippet file="key.mdx" />\n\n<Snippet file="link.mdx" />',
    'other.md': '# Other\n\nOther.',
    'snippets/key.mdx': 'Make a key in [other](./other.md).',
  });
  symlinkSync(join(outside, 'secret.md'), join(folder, 'snippets/link.mdx'));
  const { pages } = await readDocs(folder);
  expect(pages.map((page) => page.path)).toEqual(['/other', '/page']);
  const texts = pages[1]?.sections.flatMap((section) => section.blocks.map((block) => block.text));
  expect(texts).toEqual(['Make a key in [other](/other).']);
});

test.each(['\n', '#region pour\n', ' '])('a file that repeats %j is included in linear time', async (sign) => {
  await expectLinear(300_000, async (chars) => {
    const text = `a${sign.repeat(chars / sign.length)}b`;
    const place = { read: async () => text, folders: [''], fileNamed: () => undefined };
    expect((await withIncludes('{{#include a.md}}', 'page.md', place)).missing).toEqual([]);
    await withIncludes('<<< @/a.ts#pour', 'page.md', place);
  });
});
