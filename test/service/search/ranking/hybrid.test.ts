import { expect, test } from 'vitest';
import { readDocs } from '../../../../src/service/content/pages.ts';
import type { Reading } from '../../../../src/service/search/ranking/corpus.ts';
import type { SemanticHit } from '../../../../src/service/search/ranking/embeddings.ts';
import { hybridSearch } from '../../../../src/service/search/ranking/hybrid.ts';
import { retrieve } from '../../../../src/service/search/ranking/request-search.ts';
import { createSearchIndex } from '../../../../src/service/search/ranking/search.ts';
import { docsFolder } from '../../folder.ts';

const request = { question: 'boil water', before: [], limit: 5 };

/** A reading of docs. `near`: the similarity of pages in meaning, by file name, nearest first. */
async function readingOf(near: Readonly<Record<string, number>> | undefined): Promise<Reading> {
  const folder = docsFolder({
    'kettle.md': '# Kettle\n\nBoil water. Boil more water.',
    'pot.md': '# Pot\n\nWater is poured here, and boils.',
    'steam.md': '# Steam\n\nIt is hot.',
    'lamp.md': '# Lamp\n\nIt shines.',
  });
  const { pages: read, problems } = await readDocs(folder);
  const index = createSearchIndex(read);
  const pages = read.flatMap((_, at) => index.at(at) ?? []);
  const nearest =
    near &&
    Object.entries(near).flatMap(([name, zScore]): readonly SemanticHit[] =>
      pages
        .filter(({ path }) => path === `/${name}`)
        .flatMap((page) => page.sections.map((section) => ({ page, section, zScore }))),
    );
  return {
    pages,
    problems,
    index,
    siteUrl: undefined,
    semanticIndex: { nearest: async () => nearest, hashes: () => [], isComplete: Promise.resolve(true) },
  };
}

async function pathsOf(reading: Reading, limit = 5): Promise<readonly string[]> {
  return (await hybridSearch(reading, { ...request, limit })).pages.map(({ page }) => page.path);
}

test('a page found by words and by meaning comes first, and one found only by meaning is included', async () => {
  const reading = await readingOf({ pot: 7, steam: 3, lamp: 1 });
  expect(retrieve(reading, request).pages.map(({ page }) => page.path)).toEqual(['/kettle', '/pot']);
  expect(await pathsOf(reading)).toEqual(['/pot', '/kettle', '/steam', '/lamp']);
  expect(await pathsOf(reading, 2)).toEqual(['/pot', '/kettle']);
});

test('a model that hardly distinguishes pages leaves the ranking to the words', async () => {
  const reading = await readingOf({ lamp: 1.2, steam: 1.1, pot: 1 });
  expect((await pathsOf(reading)).slice(0, 2)).toEqual(['/kettle', '/pot']);
});

test('each page has only its own sections, best first', async () => {
  const { pages } = await hybridSearch(await readingOf({ pot: 7, steam: 3, lamp: 1 }), request);
  for (const { sections, page } of pages) {
    expect(sections.length).toBeGreaterThan(0);
    for (const { section } of sections) expect(page.sections).toContain(section);
    expect(sections.map(({ score }) => score)).toEqual(sections.map(({ score }) => score).sort((a, b) => b - a));
  }
});

test.each([[undefined], [{}]])('without embeddings (%j), words alone decide', async (near) => {
  const reading = await readingOf(near);
  expect(await hybridSearch(reading, request)).toEqual(retrieve(reading, request));
});
