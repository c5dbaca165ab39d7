import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from '../../../../src/kit/base/time-slices.ts';
import type { Page } from '../../../../src/service/content/page.ts';
import { readDocs } from '../../../../src/service/content/pages.ts';
import type { SiteSettings } from '../../../../src/service/content/site.ts';
import { Segment } from '../../../../src/service/search/index/segment.ts';
import { WordIndex } from '../../../../src/service/search/index/word-index.ts';
import { arraysOf, type SharedSegment, updateIndex } from '../../../../src/service/search/indexer/update.ts';
import { createSearchIndex, toSearchIndex } from '../../../../src/service/search/ranking/search.ts';
import { docsFolder } from '../../folder.ts';

function wordIndexOf(segments: readonly SharedSegment[]): WordIndex {
  return new WordIndex(segments.map((shared) => ({ ...shared, segment: atOnce(Segment.open(arraysOf(shared))) })));
}

/** The served pages, in a fixed order. */
function pagesOf(segments: readonly SharedSegment[]): readonly Page[] {
  const index = wordIndexOf(segments);
  return inOrder([...index.served()].map((page) => index.page(page)));
}

function inOrder(pages: readonly Page[]): readonly Page[] {
  return pages
    .map((page) => ({ ...page, citedAs: page.citedAs.toSorted() }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

const names = ['a.md', 'b.md', 'guides/c.md', 'guides/d.mdx'];
const texts = fc.constantFrom(
  '# Kettle\n\nIt boils [water](b.md). See [the cup](/guides/c) and [the pot](guides/d.mdx).',
  '# Water\n\nIt is hot, as [the kettle](./a.md) says.',
  '---\nslug: /moved\n---\n# Cup\n\n[Back](../a.md) to it, or [on](d.mdx#tea).',
  '# Pot\n\n<Snippet file="tea.md" />\n\n[Moved](/moved), and [/docs](/docs/a).',
  '---\ndraft: true\n---\n# Draft',
  '---\n: no yaml: [\n---\n# Broken',
);
const edits = fc.record({
  file: fc.constantFrom(...names, 'snippets/tea.md', 'docs.json'),
  text: fc.option(texts),
  listed: fc.subarray(names),
});

test('an updated index equals one that is built from scratch', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { maxLength: 6 }), async (all) => {
      const folder = docsFolder({
        'first.md': '# First\n\n[The kettle](a.md), [the cup](guides/c.md).',
        'a.md': '# A',
      });
      let segments: readonly SharedSegment[] = [];
      for (const { file, text, listed } of [undefined, ...all].map(
        (edit) => edit ?? { file: 'b.md', text: '# B', listed: [] },
      )) {
        const path = join(folder, file);
        mkdirSync(dirname(path), { recursive: true });
        const json = JSON.stringify({ navigation: ['first.md', ...listed] });
        if (text === null) rmSync(path, { force: true });
        else writeFileSync(path, file === 'docs.json' ? json : text);
        const updated = await updateIndex({ docsDir: folder, siteUrl: undefined, segments });
        segments = updated.segments;
        const fresh = await readDocs(folder);
        expect(pagesOf(segments)).toEqual(inOrder(fresh.pages));
        expect(updated.problems).toEqual(fresh.problems);
      }
    }),
  );
});

test('an update reads no page if nothing changed', async () => {
  const docsDir = docsFolder({ 'a.md': '# A\n\n[B](b.md)', 'b.md': '# B' });
  const { segments } = await updateIndex({ docsDir, siteUrl: undefined, segments: [] });
  // The same contents with other timestamps, as in a new checkout.
  writeFileSync(join(docsDir, 'a.md'), '# A\n\n[B](b.md)');
  const again = await updateIndex({ docsDir, siteUrl: undefined, segments });
  expect([again.changed, again.segments]).toEqual([0, segments]);
});

test('an update of many pages indexes only the changed ones, in a segment of their own', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 400 }, (_, at) => [`p${at}.md`, `# Page ${at}\n\nThe kettle boils water number ${at}.`]),
  );
  const docsDir = docsFolder(files);
  const first = await updateIndex({ docsDir, siteUrl: undefined, segments: [] });
  writeFileSync(join(docsDir, 'p7.md'), '# Lamp\n\nThe lamp shines.');
  rmSync(join(docsDir, 'p8.md'));
  const second = await updateIndex({ docsDir, siteUrl: undefined, segments: first.segments });
  writeFileSync(join(docsDir, 'p9.md'), '# Candle\n\nThe candle shines.');
  const third = await updateIndex({ docsDir, siteUrl: undefined, segments: second.segments });
  expect([second.changed, third.changed]).toEqual([1, 1]);
  expect(third.segments.map(({ id, gone }) => [id === first.segments[0]?.id, gone.length])).toEqual([
    [true, 400],
    [false, 2],
  ]);
  const updated = toSearchIndex(wordIndexOf(third.segments));
  const fresh = createSearchIndex((await readDocs(docsDir)).pages);
  // Removed pages count in the statistics a little longer.
  const foundIn = (index: typeof fresh, question: string): readonly unknown[] =>
    index.search(question, 3).pages.map(({ page, score }) => [page.path, score.toFixed(0)]);
  for (const question of ['which lamp shines', 'shining candle', 'water number 8', 'water number 12']) {
    expect(foundIn(updated, question)).toEqual(foundIn(fresh, question));
  }
  expect(updated.length).toBe(399);
});

test('pages that name no language or version have those of their project, and are read again when it changes them', async () => {
  const docsDir = docsFolder({
    'kessel.md': '# Der Kessel\n\nDas ist der Kessel auf dem Bild, und er kocht Wasser für den Tee.',
    'english.md': '# The cup\n\nThis is the cup, and it is for the tea that you have.',
    'fr/tasse.md': '# La tasse\n\nVoici la tasse.',
    'v2/topf.md': '---\nlanguage: de-AT\n---\n# Topf\n\nEin Topf.',
  });
  const facetsIn = async (site: SiteSettings, before: readonly SharedSegment[]): Promise<unknown> => {
    const { segments } = await updateIndex({ docsDir, siteUrl: undefined, site, segments: before });
    return Object.fromEntries(pagesOf(segments).map(({ file, facets }) => [file, facets]));
  };
  const { segments } = await updateIndex({ docsDir, siteUrl: undefined, segments: [] });
  expect(await facetsIn({ language: 'de', version: '3.1' }, segments)).toEqual({
    'kessel.md': { language: 'de', version: '3.1', groups: [] },
    'english.md': { version: '3.1', groups: [] },
    'fr/tasse.md': { language: 'fr', version: '3.1', groups: [] },
    'v2/topf.md': { language: 'de-AT', version: 'v2', groups: [] },
  });
  expect(await facetsIn({}, segments)).toMatchObject({ 'kessel.md': { groups: [] } });
  const { segments: german } = await updateIndex({ docsDir, siteUrl: undefined, site: { language: 'de' }, segments });
  const first = (shared: readonly SharedSegment[]): string | undefined =>
    toSearchIndex(wordIndexOf(shared)).search('Bildern', 1).pages[0]?.page.title;
  expect(first(segments)).toBeUndefined();
  expect(first(german)).toBe('Der Kessel');
});
