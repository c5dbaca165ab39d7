import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { toLine } from '../../../src/service/content/page-problem.ts';
import { readDocs } from '../../../src/service/content/pages.ts';
import { DocsServerError } from '../../../src/service/errors.ts';
import { createSearchIndex } from '../../../src/service/search/ranking/search.ts';
import { expectLinear } from '../../fakes/linear.ts';
import { aiFolder, docsFolder, siteFolder } from '../folder.ts';

test('the pages of a folder have the addresses that the site shows', async () => {
  const { pages, problems } = await readDocs(siteFolder);
  expect(pages.map((page) => [page.path, page.title])).toEqual([
    ['/', 'Kettle'],
    ['/guides/start', 'First steps'],
    ['/guides', 'Guides'],
    ['/reference/options', 'Options'],
  ]);
  expect(problems).toEqual([{ file: 'broken.md', reason: 'Its front matter is not valid YAML (line 4).' }]);
});

test('front matter of any size costs little: a very long one is a problem of its page alone', async () => {
  const keys = (count: number) => Array.from({ length: count }, (_, at) => `key${at}: 1`).join('\n');
  const folder = docsFolder({
    'a.md': `---\ntitle: Kettle\ntitle: Big kettle\n${keys(700)}\n---\n\nIt boils water.`,
    'b.md': `---\n${keys(100_000)}\n---\n\nMore.`,
  });
  const { pages, problems } = await readDocs(folder);
  expect(pages.map(({ title }) => title)).toEqual(['Big kettle']);
  expect(problems).toEqual([{ file: 'b.md', reason: 'Its front matter is longer than 10,000 characters.' }]);
});

test('links between files become links of the site, absolute if its address is known', async () => {
  const [home] = (await readDocs(siteFolder)).pages;
  expect(home?.sections[0]?.blocks[0]?.text).toContain(
    '[the first steps](/guides/start) or the [options](/reference/options#temperature)',
  );
  const [published] = (await readDocs(siteFolder, 'https://kettle.example/help/')).pages;
  expect(published?.sections[0]?.blocks[0]?.text).toContain('(https://kettle.example/help/guides/start)');
});

test('links to a file by its path in the docs folder lead to its page', async () => {
  const { pages } = await readDocs(
    docsFolder({
      '01-a.md': '# A\n\n[b](/02-more/03-b.mdx#part), [c](/02-more/c%20d.md) and [d](/gone.md)',
      '02-more/03-b.mdx': '# B',
      '02-more/c d.md': '# C',
    }),
  );
  expect(pages[0]?.sections[0]?.blocks[0]?.text).toBe('[b](/more/b#part), [c](/more/c%20d) and [d](/gone)');
});

test('code that looks like a link stays, and a broken link becomes plain text', async () => {
  const { pages } = await readDocs(
    docsFolder({
      'a.md': 'See `list[0](x)` and [gone](./gone.md), [evil](javascript:alert(1)), [web](https://a.example/b_(c)?d).',
    }),
  );
  expect(pages[0]?.sections[0]?.blocks[0]?.text).toBe(
    'See `list[0](x)` and gone, evil, [web](https://a.example/b_(c)?d).',
  );
});

test('a page has the number of other pages that link to it', async () => {
  const { pages } = await readDocs(siteFolder);
  expect(Object.fromEntries(pages.map((page) => [page.path, page.linkedFrom]))).toEqual({
    '/': 0,
    '/guides': 0,
    '/guides/start': 1,
    '/reference/options': 2,
  });
});

test('the base path of a site is inferred from the links between its pages', async () => {
  const { pages } = await readDocs(aiFolder);
  expect(pages).toHaveLength(303);
  expect(pages.map((page) => page.path)).toContain('/docs/ai-sdk-ui/chatbot');
  expect(new Set(pages.map((page) => page.path)).size).toBe(303);
});

test('addresses are unique, without ordering numbers, but with versions and dates', async () => {
  const { pages } = await readDocs(
    docsFolder({
      '01-intro.md': '# A',
      '2.0-release.md': '# B',
      '2024-05-01-news.md': '# C',
      '02-intro.md': '# D',
      'named.md': '---\nslug: /elsewhere\n---\n# E',
    }),
  );
  expect(pages.map((page) => page.path)).toEqual([
    '/intro',
    '/02-intro',
    '/2.0-release',
    '/2024-05-01-news',
    '/elsewhere',
  ]);
});

test('unusual file names are encoded in addresses, and links lead to them', async () => {
  const { pages } = await readDocs(
    docsFolder({
      'a.md':
        '# A\n\n[b](<my docs/b c.md>), [b](my%20docs/b%20c.md#x), [p](100%25.md), [u](größe.md), [g](./\\(g\\)/in.md)',
      'my docs/b c.md': '# B',
      '100%.md': '# P',
      'größe.md': '# U',
      'f(x).md': '# F',
      '(group)/in.md': '# Grouped',
      'named.md': '---\npermalink: /über/uns/\n---\n# N',
    }),
    'https://site.example/docs/',
  );
  expect(pages.map((page) => page.path)).toEqual([
    '/in',
    '/100%25',
    '/a',
    '/f%28x%29',
    '/größe',
    '/my%20docs/b%20c',
    '/über/uns',
  ]);
  const site = 'https://site.example/docs';
  expect(pages[2]?.sections[0]?.blocks[0]?.text).toContain(
    `[b](${site}/my%20docs/b%20c), [b](${site}/my%20docs/b%20c#x), [p](${site}/100%25), [u](${site}/größe)`,
  );
});

test('a file is served once under its own name, however many symlinks lead to it, and only files are read', async () => {
  const folder = docsFolder({ 'b.md': '# B', 'v2/c.md': '# C' });
  symlinkSync('b.md', join(folder, 'a.md'));
  symlinkSync('v2', join(folder, 'latest'));
  symlinkSync('../../logo.png', join(folder, 'v2/logo.png'));
  symlinkSync('loop', join(folder, 'loop'));
  execFileSync('mkfifo', [join(folder, 'pipe.md')]);
  const { pages, problems } = await readDocs(folder);
  expect(pages.map((page) => page.path)).toEqual(['/b', '/v2/c']);
  expect(problems).toEqual([{ file: 'loop', reason: 'The link leads nowhere.' }]);
});

test('a site with a docs.json keeps file names as they are', async () => {
  const { pages } = await readDocs(docsFolder({ 'docs.json': '{}', '01-intro.md': '# A' }));
  expect(pages.map((page) => page.path)).toEqual(['/01-intro']);
});

test('unreadable pages are reported, and the others are served', async () => {
  const outside = docsFolder({ 'secret.md': '# Secret' });
  const folder = docsFolder({
    'good.md': '# Good\n\nText.',
    'latin.md': Uint8Array.from([0x23, 0x20, 0xe9, 0x0a]),
    'binary.md': 'a\0b',
    'huge.md': 'x'.repeat(5_000_001),
    'hidden.md': '---\nhidden: true\n---\n# Hidden',
    'draft.md': '---\ndraft: "true"\n---\n# Draft',
    'large.md': 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a21\nsize 12345\n',
    '_partial.md': '# Partial',
    'notes.txt': 'not a page',
  });
  symlinkSync(outside, join(folder, 'out'));
  symlinkSync(join(folder, 'nowhere.md'), join(folder, 'dangling.md'));
  symlinkSync(folder, join(folder, 'loop'));
  const { pages, problems } = await readDocs(folder);
  expect(pages.map((page) => page.file)).toEqual(['good.md']);
  expect(Object.fromEntries(problems.map(({ file, reason }) => [file, reason]))).toEqual({
    'binary.md': 'The file is not valid UTF-8.',
    'dangling.md': 'The link leads nowhere.',
    'huge.md': 'The file is larger than 5 MB.',
    'large.md': 'It is a Git LFS pointer, without the text.',
    'latin.md': 'The file is not valid UTF-8.',
    out: 'The link leads out of the docs folder.',
  });
});

test('a folder that changes while it is read yields the remaining pages, and reports or omits the others', async () => {
  const names = Array.from({ length: 100 }, (_, at) => `part-${at % 10}/${at < 50 ? 'stays' : 'goes'}-${at}.md`);
  const folder = docsFolder(Object.fromEntries(names.map((name) => [name, `# ${name}\n\nText.`])));
  const reading = readDocs(folder);
  for (const name of names.filter((file) => file.includes('goes'))) {
    await setImmediate();
    rmSync(join(folder, name));
  }
  const { pages, problems } = await reading;
  expect(pages.filter(({ path }) => path.includes('stays'))).toHaveLength(50);
  for (const { reason } of problems) expect(reason).toMatch(/disappeared|cannot be read|leads nowhere/);
});

test('a page without front matter is titled by its heading of level 1, or by its name, never by a section', async () => {
  const { pages } = await readDocs(
    docsFolder({
      'a.md': 'Text.\n\n## A section\n\n# The `first` one\n\nMore.',
      'releases/v1.4.md': '## Shiny new things\n\nA gear.',
      'set-up/index.md': 'Text.',
      'winch-pull.1.md': '% winch-pull 1\n\n## NAME\n\nwinch-pull - Pull a load\n',
      'winch-stop.1.md': '# NAME\n\nwinch-stop - Stop the winch\n',
      'winch-test.1.md.in': '## NAME\n\nwinch-test - Test the winch\n',
    }),
  );
  expect(pages.at(-1)?.path).toBe('/winch-test.1');
  expect(pages.map((page) => page.title)).toEqual([
    'The first one',
    'v1.4',
    'Set up',
    'winch-pull(1)',
    'winch-stop(1)',
    'winch-test(1)',
  ]);
});

test('a centred heading with the name of the project is not the title of a page', async () => {
  const banner = '<h1 align="center">Kettle</h1>\n\n';
  const folder = docsFolder({
    'boil-water.md': `${banner}## Intro\n\nBoil water.`,
    'brew.md': '<h1 align="center">Brew tea</h1>\n\nBrew tea.',
    'README.md': `${banner}## Install\n\nInstall it.`,
  });
  const { pages } = await readDocs(folder);
  expect(pages.map(({ path, title }) => [path, title])).toEqual([
    ['/', 'Kettle'],
    ['/boil-water', 'Boil water'],
    ['/brew', 'Brew tea'],
  ]);
});

test.each([
  ['that does not exist', '/no/such/folder', 'folder_missing', 'There is no docs folder /no/such/folder.'],
  [
    'that is a file',
    join(siteFolder, 'README.md'),
    'folder_missing',
    `${join(siteFolder, 'README.md')} is not a folder.`,
  ],
])('a folder %s is named in the error', async (_, folder, code, message) => {
  await expect(readDocs(folder)).rejects.toMatchObject({ code, message });
});

test('a problem of the folder itself is reported without a file name', () => {
  expect(toLine({ file: 'a.md', reason: 'The file cannot be read.' })).toBe('a.md: The file cannot be read.');
  expect(toLine({ file: '', reason: 'The folder cannot be read.' })).toBe('The folder cannot be read.');
});

test('a folder that is empty or has only drafts or broken pages fails with that reason', async () => {
  const messageOf = async (files: Record<string, string>): Promise<string> => {
    const error: unknown = await readDocs(docsFolder(files)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DocsServerError);
    return error instanceof Error ? error.message : '';
  };
  expect(await messageOf({})).toMatch(/^The docs folder \S+ holds no file in a format that Docent reads\.$/);
  expect(await messageOf({ 'a.md': '---\ndraft: true\n---\n' })).toMatch(
    /holds only pages that are not published\. Left out: 1 drafts and hidden pages \(a\.md\)\.$/,
  );
  expect(await messageOf({ 'a.md': '---\ngroups: [\n---\n' })).toMatch(
    /can be read\. a\.md: Its front matter is not valid YAML \(line \d\)\.$/,
  );
});

describe.each([
  ['a.md', 'Only for staff.'],
  ['a.rst', 'Only for staff.'],
  ['a.adoc', 'Only for staff.'],
  ['a.html', '<!doctype html><p>Only for staff.'],
])('%s for a group', (file, text) => {
  test.each([
    ['YAML', '---\ngroups: [staff]\n---\n'],
    ['YAML after a blank line', '\n---\ngroups: [staff]\n---\n'],
    ['YAML after byte order marks', '\uFEFF\uFEFF---\r\ngroups: [staff]\r\n---\r\n'],
    ['TOML', '+++\ngroups = ["staff"]\n+++\n'],
    ['JSON', '{\n"groups": ["staff"]\n}\n'],
    ['JSON after a blank line', '\n{\n"groups": ["staff"]\n}\n'],
  ])('is for that group alone, with front matter in %s', async (_, front) => {
    const { pages, problems } = await readDocs(docsFolder({ [file]: front + text }));
    expect(pages.map(({ facets, sections }) => [facets.groups, sections[0]?.blocks[0]?.text])).toEqual([
      [['staff'], 'Only for staff.'],
    ]);
    expect(problems).toEqual([]);
  });

  test.each([
    ['YAML', '---\ngroups: [staff\n---\n'],
    ['YAML after a blank line', '\n---\ngroups: [staff\n---\n'],
    ['TOML', '+++\ngroups = ["staff"\n+++\n'],
    ['JSON', '{\n"groups": ["staff",\n}\n'],
    ['JSON in few lines', '{\n"title": "A", "groups": ["staff",\n}\n'],
  ])('is not served if its front matter in %s cannot be read', async (_, front) => {
    const { pages, problems } = await readDocs(docsFolder({ 'b.md': '# B\n\nText.', [file]: front + text }));
    expect(pages.map((page) => page.path)).toEqual(['/b']);
    expect(problems).toMatchObject([{ file, reason: expect.stringContaining('front matter is not valid') }]);
  });
});

test('a page for a group is not served if its front matter in JSON is too long to read', async () => {
  const long = `{\n"groups": ["staff"],\n"words": "${'a'.repeat(10_000)}"\n}\nOnly for staff.`;
  const { pages, problems } = await readDocs(docsFolder({ 'a.md': long, 'b.md': '{\n"a": [,\n}\nText.' }));
  expect(pages.map(({ path }) => path)).toEqual(['/b']);
  expect(problems).toMatchObject([{ file: 'a.md', reason: expect.stringContaining('front matter is longer') }]);
});

test.each([
  ['a title', '---\nAPI\n---\n\nText.', 'API', 'Text.'],
  ['a title in other signs', '+++\nAPI\n+++\n\nText.', 'API', 'Text.'],
  ['a rule', `---\n\nText.\n\n${'More words.\n\n'.repeat(1_000)}---\n\nLast.`, 'A', '\\---'],
])('reStructuredText that begins with %s has no front matter', async (_, source, title, text) => {
  const { pages, problems } = await readDocs(docsFolder({ 'a.rst': source }));
  expect(pages.map((page) => [page.title, page.sections[0]?.blocks[0]?.text])).toEqual([[title, text]]);
  expect(problems).toEqual([]);
});

test('a page of 50 MB is reported without being read, and the others are served', async () => {
  const folder = docsFolder({ 'a.md': '# A\n\nText.', 'huge.md': '# Huge' });
  truncateSync(join(folder, 'huge.md'), 50_000_000);
  const { pages, problems } = await readDocs(folder);
  expect(pages.map((page) => page.path)).toEqual(['/a']);
  expect(problems).toEqual([{ file: 'huge.md', reason: 'The file is larger than 5 MB.' }]);
});

test('reading and indexing pages takes linear time', async () => {
  const text = '## Part\n\nThe kettle boils `water` in a [minute](./p1.md).\n\n- one\n- two\n\n'.repeat(20);
  await expectLinear(1_000, async (length) => {
    const names = Array.from({ length }, (_, at) => `p${at}.md`);
    const folder = docsFolder(Object.fromEntries(names.map((name) => [name, `# ${name}\n\n${text}`])));
    const index = createSearchIndex((await readDocs(folder)).pages);
    expect(index.search('p77', 1).pages[0]?.page.path).toBe('/p77');
  });
});
