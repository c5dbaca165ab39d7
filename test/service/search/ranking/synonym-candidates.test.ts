import { beforeEach, expect, test } from 'vitest';
import { readDocs } from '../../../../src/service/content/pages.ts';
import { createSearchIndex, type SearchIndex } from '../../../../src/service/search/ranking/search.ts';
import { synonymCandidates, unsaidWords } from '../../../../src/service/search/ranking/synonym-candidates.ts';
import { docsFolder } from '../../folder.ts';

let index: SearchIndex;

beforeEach(async () => {
  const folder = docsFolder({
    'descaling.md': '# Descaling\n\nUse vinegar in the kettle. Wait for an hour.',
    'lamp.md': '# Lamp\n\nThe kettle has a lamp that shines.',
  });
  index = createSearchIndex((await readDocs(folder)).pages);
});

test('a word that the right page never uses is proposed as a synonym of the name that ranks it first', () => {
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

test('words of two threads that the docs never use are listed with the pages that the other words find', () => {
  const asked = [
    { thread: 'a', question: 'limescale on my kettle' },
    { thread: 'b', question: 'kettle full of limescales' },
    { thread: 'c', question: 'limescale?' },
  ];
  const [first] = unsaidWords(index, asked);
  expect(first).toEqual({ word: 'limescale', threads: 3, nearest: ['/lamp'] });
});

test.each([
  ['said by the docs', 'vinegar', 'vinegar'],
  ['a slip of what they say', 'vinegr', 'vinegr'],
  ['known to mean what they say', 'lamps', 'lamp'],
  ['everyday', 'between us', 'between them'],
  ['a number', '4711', '4711'],
])('a word that is %s is not listed', (_what, one, other) => {
  const asked = [
    { thread: 'a', question: one },
    { thread: 'b', question: other },
  ];
  expect(unsaidWords(index, asked)).toEqual([]);
});

test('a word of a single thread is not listed, however often it occurs there', () => {
  const asked = ['limescale', 'limescale on my kettle'].map((question) => ({ thread: 'a', question }));
  expect(unsaidWords(index, asked)).toEqual([]);
});
