import { beforeEach, expect, test } from 'vitest';
import { readDocs } from '../../../../src/docs-server/content/pages.ts';
import { createSearchIndex, type SearchIndex } from '../../../../src/docs-server/search/ranking/search.ts';
import { synonymCandidates } from '../../../../src/docs-server/search/ranking/synonym-candidates.ts';
import { docsFolder } from '../../folder.ts';

let index: SearchIndex;

beforeEach(async () => {
  const folder = docsFolder({
    'descaling.md': '# Descaling\n\nUse vinegar in the kettle. Wait for an hour.',
    'lamp.md': '# Lamp\n\nThe kettle has a lamp that shines.',
  });
  index = createSearchIndex((await readDocs(folder)).pages);
});

test('a word that the right page never says is proposed with the name by which the page comes first', () => {
  const asked = [
    { id: 'lime', question: 'limescale on my kettle', pages: ['/descaling'] },
    { id: 'again', question: 'kettle full of limescale', pages: ['/descaling'] },
  ];
  const candidates = synonymCandidates(index, asked);
  expect(candidates).toEqual([
    {
      said: 'limescale',
      meant: 'descaling',
      gains: [
        { id: 'lime', before: 2, after: 1 },
        { id: 'again', before: 2, after: 1 },
      ],
    },
  ]);
});

test.each([
  ['whose page comes first', 'vinegar in the kettle', '/descaling'],
  ['whose page is gone', 'limescale', '/gone'],
  ['in everyday words', 'between us', '/descaling'],
])('a question %s proposes nothing', (_what, question, path) => {
  expect(synonymCandidates(index, [{ id: 'a', question, pages: [path] }])).toEqual([]);
});
