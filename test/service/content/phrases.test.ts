/** Phrases beside the docs are found by the search, belong to a page as it is, and are bounded whoever wrote them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDocs } from '../../../src/service/content/pages.ts';
import { keyOf, phrasesFile, readPhrases, toLine, usablePhrases } from '../../../src/service/content/phrases.ts';
import { openCorpus } from '../../../src/service/search/ranking/corpus.ts';
import { docsFolder, silent } from '../folder.ts';

const files = {
  'descaling.md': '# Descaling\n\nPour vinegar into the vessel and leave it for an hour.',
  'vessel.md': '# Vessel\n\nThe vessel holds two litres.',
  'cable.md': '# Cable\n\nThe cable is a metre long. See [descaling](descaling.md).',
};

async function expanded(folder: string, file: string, phrases: readonly string[]): Promise<void> {
  const { pages } = await readDocs(folder);
  const page = pages.find((one) => one.file === file);
  if (!page) throw new Error(`no page ${file}`);
  writeFileSync(join(folder, phrasesFile), toLine(file, keyOf(page), phrases));
}

const question = 'white crust at the bottom, how to get rid of limestone?';

test('a page is found by a phrase that none of its words contain, and an answer does not show it', async () => {
  const folder = docsFolder(files);
  const corpus = await openCorpus({ docsDir: folder, siteUrl: undefined, logger: silent });
  const found = () => corpus.current().index.search(question, 5);
  expect(found().pages.map(({ page }) => page.file)).not.toContain('descaling.md');
  await expanded(folder, 'descaling.md', ['get rid of the white crust of limestone']);
  await corpus.reload();
  expect(found().pages[0]?.page.file).toBe('descaling.md');
  expect(JSON.stringify(found().pages)).not.toContain('limestone');
});

test('a page that has changed loses its phrases', async () => {
  const folder = docsFolder(files);
  await expanded(folder, 'descaling.md', ['get rid of the white crust of limestone']);
  const corpus = await openCorpus({ docsDir: folder, siteUrl: undefined, logger: silent });
  expect(corpus.current().index.search(question, 5).pages[0]?.page.file).toBe('descaling.md');
  writeFileSync(join(folder, 'descaling.md'), '# Descaling\n\nPour lemon juice into the vessel.');
  await corpus.reload();
  expect(corpus.current().index.search(question, 5).pages).toEqual([]);
});

test('a page keeps its phrases when only the pages that link to it change', async () => {
  const folder = docsFolder(files);
  await expanded(folder, 'descaling.md', ['get rid of the white crust of limestone']);
  const corpus = await openCorpus({ docsDir: folder, siteUrl: undefined, logger: silent });
  writeFileSync(join(folder, 'cable.md'), '# Cable\n\nNow read about [removing scale](descaling.md).');
  await corpus.reload();
  expect(corpus.current().index.search(question, 5).pages[0]?.page.file).toBe('descaling.md');
});

test('lines that are cut off, of other shapes or endless do no harm', async () => {
  const folder = docsFolder({
    ...files,
    [phrasesFile]: `{"key":"a","phrases":["one",2,null,"${'x'.repeat(500)}"]}\n[]\nnull\n{"key":1,"phrases":[]}\n{"key":"b","phra`,
  });
  expect([...(await readPhrases(folder)).byKey]).toEqual([['a', ['one']]]);
  expect((await readDocs(folder)).pages).toHaveLength(3);
});

test('of many phrases a few short ones are used, each once', () => {
  const many = Array.from({ length: 100 }, (_, at) => `phrase ${at}`);
  expect(usablePhrases([' a ', 'a', '', 'x'.repeat(151), ...many])).toEqual([
    'a',
    'phrase 0',
    'phrase 1',
    'phrase 2',
    'phrase 3',
    'phrase 4',
  ]);
});
