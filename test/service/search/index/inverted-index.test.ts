import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from '../../../../src/kit/base/time-slices.ts';
import {
  buildPostings,
  conjunction,
  idf,
  type PostingList,
} from '../../../../src/service/search/index/inverted-index.ts';
import { proximity } from '../../../../src/service/search/index/proximity.ts';

/** The posting list of each word. */
function listsOf(texts: readonly (readonly string[])[], words: readonly string[]): readonly PostingList[] {
  const numbers = new Map([...new Set(texts.flat())].map((word, at) => [word, at]));
  const tokens = texts.map((text) => [{ field: 0, tokens: Int32Array.from(text, (word) => numbers.get(word) ?? 0) }]);
  const lengths = Float64Array.of(texts.flat().length);
  const options = { weights: [1], lengths, count: texts.length, stems: numbers.size };
  const { offsets, ...all } = atOnce(buildPostings(() => tokens, options));
  return words.map((word) => {
    const number = numbers.get(word);
    const [from, to] = number === undefined ? [0, 0] : [offsets[number], offsets[number + 1]];
    return { texts: all.texts.subarray(from, to), scores: all.scores.subarray(from, to) };
  });
}

function scores(texts: readonly string[], ...words: readonly string[]): readonly (number | undefined)[] {
  const lists = listsOf(
    texts.map((text) => text.split(' ')),
    words,
  );
  const found = conjunction(
    lists,
    lists.map(() => 1),
  );
  return texts.map((_, at) => found.scores[found.texts.indexOf(at)]);
}

test('a word scores higher in a short text, and the more often it occurs', () => {
  const [long = 0, short = 0, often = 0, none] = scores(['tea milk sugar ice', 'tea milk', 'tea tea', 'milk'], 'tea');
  expect([short > long, often > short, none]).toEqual([true, true, undefined]);
});

test('several words match texts with all of them, with the lowest of their scores', () => {
  const texts = ['tea milk', 'tea', 'milk'];
  const [both, ...others] = scores(texts, 'tea', 'milk');
  expect(both).toBeCloseTo(Math.min(scores(texts, 'tea')[0] ?? 0, scores(texts, 'milk')[0] ?? 0));
  expect(others).toEqual([undefined, undefined]);
});

test('a word matches exactly the texts that contain it', () => {
  const words = fc.constantFrom('tea', 'milk', 'ice');
  fc.assert(
    fc.property(fc.array(fc.array(words)), words, (texts, word) => {
      const [found] = listsOf(texts, [word]);
      const containing = texts.flatMap((text, at) => (text.includes(word) ? [at] : []));
      expect([...(found?.texts ?? [])]).toEqual(containing);
      expect(found?.scores.every((score) => score > 0)).toBe(true);
    }),
  );
});

test('a rare word has a higher idf than a common one', () => {
  expect(idf(1, 1000)).toBeGreaterThan(idf(2, 1000));
  expect(idf(1000, 1000)).toBeGreaterThan(0);
});

test('words score higher the closer together they are, and nothing far apart', () => {
  const sought = new Map([
    [1, { at: 0, weight: 2 }],
    [2, { at: 1, weight: 3 }],
  ]);
  const worth = (...text: readonly number[]): number => proximity([Int32Array.from(text)], sought);
  expect(worth(1, 2)).toBe(2);
  expect(worth(2, 0, 1)).toBeLessThan(2);
  expect(worth(1, 0, 0, 2)).toBeLessThan(worth(1, 0, 2));
  expect(worth(1, 0, 0, 0, 0, 0, 0, 0, 2)).toBe(0);
  expect(worth(1, 1)).toBe(0);
});
