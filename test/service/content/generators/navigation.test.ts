import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listedAs, toNavigation } from '../../../../src/service/content/generators/navigation.ts';
import { readDocs } from '../../../../src/service/content/pages.ts';
import { docsFolder } from '../../folder.ts';

test('pages are listed with their groups, in both generations of the file', () => {
  const tabs = {
    navigation: { tabs: [{ tab: 'Guides', groups: [{ group: 'Start', pages: ['start/index', '/api.mdx'] }] }] },
  };
  expect(Object.fromEntries(toNavigation(tabs) ?? [])).toEqual({
    'start/index': { title: undefined, groups: ['Guides', 'Start'] },
    api: { title: undefined, groups: ['Guides', 'Start'] },
  });
  const list = { navigation: [{ group: 'A', pages: ['a', { group: 'B', pages: [{ page: 'b', title: 'Bee' }] }] }] };
  expect(Object.fromEntries(toNavigation(list) ?? [])).toEqual({
    a: { title: undefined, groups: ['A'] },
    b: { title: 'Bee', groups: ['A', 'B'] },
  });
});

test('hidden entries, external links and API operations are not pages', () => {
  const json = { navigation: [{ group: 'A', hidden: true, pages: ['a'] }, 'https://a.example', 'GET /pets', 'b'] };
  expect([...(toNavigation(json)?.keys() ?? [])]).toEqual(['b']);
});

test.each([undefined, null, 5, [], {}, { navigation: null }, { navigation: { tabs: [] } }])(
  '%j lists no pages',
  (json) => {
    expect(toNavigation(json)).toBeUndefined();
  },
);

test('a page is listed by its file, with or without index', () => {
  const navigation = toNavigation({ navigation: ['guides', 'a/readme'] }) ?? new Map();
  expect(listedAs(navigation, 'guides/index.mdx')).toBeDefined();
  expect(listedAs(navigation, 'a/readme.md')).toBeDefined();
  expect(listedAs(navigation, 'b.md')).toBeUndefined();
});

test('only listed pages are served, with titles and groups from the navigation', async () => {
  const { pages } = await readDocs(
    docsFolder({
      'docs.json':
        '{"navigation": {"groups": [{"group": "Brewing", "pages": [{"page": "a", "title": "First"}, "b"]}]}}',
      'a.md': 'Text.',
      'b.md': '---\ntitle: Own\nkeywords: [tea]\n---\n\nText.',
      'unlisted.md': '# Unlisted\n\nText.',
    }),
  );
  expect(pages.map(({ title, keywords }) => [title, keywords])).toEqual([
    ['First', ['Brewing']],
    ['Own', ['tea', 'Brewing']],
  ]);
});

test.each(['{', '{"navigation": ["gone"]}'])('a navigation without any existing page is ignored: %s', async (json) => {
  const { pages, problems } = await readDocs(docsFolder({ 'docs.json': json, 'a.md': '# A\n\nText.' }));
  expect(pages).toHaveLength(1);
  const reason = 'It is not valid JSON, so its navigation is ignored.';
  expect(problems).toEqual(json === '{' ? [{ file: 'docs.json', reason }] : []);
});

test('a byte order mark before the navigation is accepted', async () => {
  const json = '\uFEFF{"navigation": ["a"]}';
  const { pages } = await readDocs(docsFolder({ 'docs.json': json, 'a.md': '# A', 'b.md': '# B' }));
  expect(pages.map((page) => page.path)).toEqual(['/a']);
});

test('a navigation that is a symlink to outside the folder is ignored', async () => {
  const outside = docsFolder({ 'docs.json': '{"navigation": ["a"]}' });
  const folder = docsFolder({ 'a.md': '# A', 'b.md': '# B' });
  symlinkSync(join(outside, 'docs.json'), join(folder, 'docs.json'));
  expect((await readDocs(folder)).pages).toHaveLength(2);
});
