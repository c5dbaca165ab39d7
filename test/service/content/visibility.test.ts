import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDocs } from '../../../src/service/content/pages.ts';
import { docsFolder } from '../folder.ts';
import { createRepository } from '../repository.ts';
import { branchOf, ended, project, queued, serving } from '../serving.ts';

const secret = 'Secret words.';

/** Each way to include a file, from a page at the root of the folder. */
const syntaxes: readonly (readonly [name: string, include: (file: string) => string])[] = [
  ['mdBook', (file) => `{{#include ${file}}}`],
  ['MkDocs snippet', (file) => `--8<-- "${file}"`],
  ['MkDocs list', (file) => `--8<--\n${file}\n--8<--`],
  ['MkDocs include', (file) => `{!${file}!}`],
  ['VitePress', (file) => `<!--@include: ./${file}-->`],
  ['VitePress code', (file) => `<<< @/${file}`],
  ['Fumadocs', (file) => `<include>./${file}</include>`],
  ['Snippet', (file) => `<Snippet file="${file}" />`],
  ['import', (file) => `import Part from './${file}'\n\n<Part />`],
];

async function read(files: Readonly<Record<string, string>>, link?: readonly [from: string, to: string]) {
  const folder = docsFolder(files);
  if (link) symlinkSync(link[1], join(folder, link[0]));
  const { pages, problems } = await readDocs(folder);
  return { text: JSON.stringify(pages.filter(({ file }) => file === 'page.mdx')), problems };
}

test.each(syntaxes)(
  '%s includes neither hidden files, drafts, nor pages of other access groups',
  async (_, include) => {
    for (const [file, content, reason] of [
      ['.private/part.md', secret, 'is hidden'],
      ['guides/.part.md', secret, 'is hidden'],
      ['part.md', `---\ndraft: true\n---\n${secret}`, 'is a draft or hidden'],
      ['part.md', `---\npublished: "false"\n---\n${secret}`, 'is a draft or hidden'],
      ['part.md', `---\ngroups: [staff]\n---\n${secret}`, 'is for other access groups'],
      ['part.md', `---\ngroups: [\n---\n${secret}`, 'has front matter that is not valid'],
    ] as const) {
      const { text, problems } = await read({ 'page.mdx': `# Page\n\nHello.\n\n${include(file)}`, [file]: content });
      expect(text).toContain('Hello.');
      expect(text).not.toContain(secret);
      expect(problems).toContainEqual({ file: 'page.mdx', reason: `Its include ${file} ${reason}.`, isServed: true });
    }
  },
);

test.each(syntaxes)('%s includes partials, also those in folders that begin with _', async (_, include) => {
  for (const file of ['_private/_part.md', 'part.md']) {
    const { text, problems } = await read({ 'page.mdx': `# Page\n\n${include(file)}`, [file]: 'Shared words.' });
    expect(text).toContain('Shared words.');
    expect(problems).toEqual([]);
  }
});

test.each([
  [['staff'], ['staff'], true],
  [['staff'], ['staff', 'partners'], true],
  [['staff', 'partners'], ['staff'], false],
  [['partners'], ['staff'], false],
  [['staff'], [], true],
])('a page for %j includes one for %j: %s', async (page, part, isIncluded) => {
  const front = (groups: readonly string[]) => `---\ngroups: ${JSON.stringify(groups)}\n---\n`;
  const { text } = await read({
    'page.mdx': `${front(page)}# Page\n\n{{#include part.md}}`,
    'part.md': front(part) + secret,
  });
  expect(text.includes(secret)).toBe(isIncluded);
});

test('an include of an include is judged by the page that shows it', async () => {
  const { text } = await read({
    'page.mdx': '# Page\n\n{{#include _a.md}}',
    '_a.md': 'Part. {{#include _b.md}}',
    '_b.md': `---\ngroups: staff\n---\n${secret}`,
  });
  expect(text).toContain('Part.');
  expect(text).not.toContain(secret);
});

test('a link with a visible name shows no hidden file, neither as include nor as page', async () => {
  const linked = await read({ 'page.mdx': '{{#include part.md}} Hello.', '.git/config.md': secret }, [
    'part.md',
    '.git/config.md',
  ]);
  expect(linked.text).not.toContain(secret);
  expect(linked.problems).toEqual([
    { file: 'part.md', reason: 'The link leads to a hidden file or folder.' },
    { file: 'page.mdx', reason: 'Its include part.md is hidden.', isServed: true },
  ]);
  const page = await read({ 'a.md': 'Hello.', '.git/config': secret }, ['page.mdx', '.git/config']);
  expect(page.text).toBe('[]');
  const draft = await read({ 'page.mdx': '{{#include part.md}} Hello.', 'a.md': `---\ndraft: true\n---\n${secret}` }, [
    'part.md',
    'a.md',
  ]);
  expect(draft.text).not.toContain(secret);
});

test('the files of a Kubernetes volume are served and included, although each is a link into a hidden folder', async () => {
  const folder = docsFolder({
    '..2026_11_28/page.md': '# Page\n\n{{#include part.md}}',
    '..2026_11_28/part.md': 'Part.',
  });
  symlinkSync('..2026_11_28', join(folder, '..data'));
  for (const file of ['page.md', 'part.md']) symlinkSync(`..data/${file}`, join(folder, file));
  const { pages, problems } = await readDocs(folder);
  expect(problems).toEqual([]);
  expect(pages.map(({ path }) => path)).toEqual(['/page', '/part']);
  expect(JSON.stringify(pages[0])).toContain('Part.');
});

test('code that begins like front matter is included', async () => {
  const { text } = await read({
    'page.mdx': '# Page\n\n<<< @/pod.yaml',
    'pod.yaml': '---\nname: {{ .name }}\n---\nkind: Pod',
  });
  expect(text).toContain('kind: Pod');
});

test('a git branch is held to the same rules, and what an include may not show is named after each update', async () => {
  const repository = createRepository();
  const page = '# Kettle\n\nThe kettle boils water.\n\n{{#include .env}}\n\n{{#include part.md}}';
  repository.commit('Begin', { 'docs/a.md': page, 'docs/.env': secret, 'docs/part.md': 'The spout pours.' });
  const service = await serving([project(branchOf(repository))]);
  const hidden = 'a.md: Its include .env is hidden.';
  expect(service.projects).toMatchObject([{ pages: 2, problems: [hidden] }]);
  repository.commit('Hide', { 'docs/part.md': '---\ngroups: staff\n---\nThe spout pours.' });
  const update = await ended(service, await queued(service));
  expect(update).toMatchObject({ status: 'success', summary: '2 pages are served.' });
  expect(update.logs).toEqual(
    expect.arrayContaining([hidden, 'a.md: Its include part.md is for other access groups.']),
  );
  const again = await ended(service, await queued(service));
  expect(again.logs).toEqual(expect.arrayContaining([hidden, 'a.md: Its include part.md is for other access groups.']));
});

test.each(['search: false', 'search:\n  exclude: true', 'pagefind: false'])(
  'a page that keeps itself out of searches is left out, but may be included: %s',
  async (front) => {
    const folder = docsFolder({
      'list.md': `---\n${front}\n---\n\n# List\n\nGenerated words.`,
      'page.md': '# Page\n\n<!--@include: ./list.md-->',
    });
    const { pages } = await readDocs(folder);
    expect(pages.map(({ file }) => file)).toEqual(['page.md']);
    expect(JSON.stringify(pages)).toContain('Generated words.');
  },
);
