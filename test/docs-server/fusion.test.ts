import { expect, test } from 'vitest';
import type { Reading } from '../../src/docs-server/corpus.ts';
import type { Near } from '../../src/docs-server/embeddings.ts';
import { find } from '../../src/docs-server/fusion.ts';
import { readDocs } from '../../src/docs-server/pages.ts';
import { retrieve } from '../../src/docs-server/retrieval.ts';
import { createSearchIndex } from '../../src/docs-server/search.ts';
import { docsFolder } from './folder.ts';

const request = { question: 'boil water', before: [], limit: 5 };

/** Docs of which `near` says, by file name, what is nearest in meaning. */
async function readingOf(near: readonly string[] | undefined): Promise<Reading> {
  const folder = docsFolder({
    'kettle.md': '# Kettle\n\nBoil water. Boil more water.',
    'pot.md': '# Pot\n\nWater is poured here, and boils.',
    'steam.md': '# Steam\n\nIt is hot.',
    'lamp.md': '# Lamp\n\nIt shines.',
  });
  const { pages, problems } = await readDocs(folder);
  const nearest = near?.flatMap((name, at): readonly Near[] =>
    pages
      .filter(({ path }) => path === `/${name}`)
      .flatMap((page) => page.sections.map((section) => ({ page, section, similarity: 0.9 - at / 10 }))),
  );
  return {
    pages,
    problems,
    index: createSearchIndex(pages),
    siteUrl: undefined,
    meaning: { near: async () => nearest, known: Promise.resolve(true) },
  };
}

async function pathsOf(reading: Reading, limit = 5): Promise<readonly string[]> {
  return (await find(reading, { ...request, limit })).pages.map(({ page }) => page.path);
}

test('a page that words and meaning find comes first, and one that only means it comes, too', async () => {
  const reading = await readingOf(['pot', 'steam']);
  expect(retrieve(reading, request).pages.map(({ page }) => page.path)).toEqual(['/kettle', '/pot']);
  expect(await pathsOf(reading)).toEqual(['/pot', '/kettle', '/steam']);
  expect(await pathsOf(reading, 2)).toEqual(['/pot', '/kettle']);
});

test('scores stay what words gave, place by place, and each page brings its sections', async () => {
  const reading = await readingOf(['pot', 'steam']);
  const byWords = retrieve(reading, request).pages.map(({ score }) => score);
  const { pages } = await find(reading, request);
  expect(pages.map(({ score }) => score)).toEqual([...byWords, byWords.at(-1)]);
  for (const { sections, page } of pages) {
    expect(sections.length).toBeGreaterThan(0);
    for (const { section } of sections) expect(page.sections).toContain(section);
  }
});

test.each([[undefined], [[]]])('where the meaning is not known (%j), words alone count', async (near) => {
  const reading = await readingOf(near);
  expect(await find(reading, request)).toEqual(retrieve(reading, request));
});
