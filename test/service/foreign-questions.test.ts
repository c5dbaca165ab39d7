import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDocs } from '../../src/service/content/pages.ts';
import { corpora, corpusFolder, fetchedPages, packageFolder } from '../fixtures/docs/corpora.ts';
import { faultsOfFacts, faultsOfLabels, foreignSets } from '../fixtures/docs/question-sets.ts';

const sets = foreignSets();
const installed = sets.filter(({ corpus }) => corpus.integrity === undefined);
const fetched = sets.filter(({ corpus }) => corpus.integrity !== undefined);

test.each(installed)('$file refers to existing pages and to facts on them', async (set) => {
  const folder = corpusFolder(set.corpus);
  const { pages } = await readDocs(folder);
  const files = new Map(pages.map(({ path, file }) => [path, join(folder, file)]));
  expect(faultsOfLabels(set, new Set(files.keys()))).toEqual([]);
  expect(faultsOfFacts(set, (path) => readFileSync(files.get(path) ?? '', 'utf8'))).toEqual([]);
});

test.each(fetched)('$file refers to existing pages', (set) => {
  expect(faultsOfLabels(set, new Set(fetchedPages()[set.corpusName]))).toEqual([]);
});

test('an installed corpus has the version that was labelled', () => {
  for (const corpus of Object.values(corpora).filter(({ integrity }) => integrity === undefined)) {
    const manifest = readFileSync(join(packageFolder(corpus), 'package.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({ version: corpus.version });
  }
});
