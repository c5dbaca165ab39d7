import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from '../../../../src/base/time-slices.ts';
import {
  buildInvertedIndex,
  type InvertedIndex,
  idf,
  scoresOf,
} from '../../../../src/docs-server/search/index/inverted-index.ts';
import { proximity } from '../../../../src/docs-server/search/index/proximity.ts';

function postings(texts: readonly (readonly string[])[]): InvertedIndex {
  const builder = buildInvertedIndex([{ weight: 1, b: 0.75 }], 1.2);
  for (const text of texts) builder.add([text]);
  return atOnce(builder.finish());
}

function scores(texts: readonly string[], ...stems: readonly string[]): readonly (number | undefined)[] {
  const found = scoresOf(postings(texts.map((text) => text.split(' '))), stems);
  return texts.map((_, at) => found.get(at));
}

test('a word says more of a short text, and the more often the more', () => {
  const [long = 0, short = 0, often = 0, none] = scores(['tea milk sugar ice', 'tea milk', 'tea tea', 'milk'], 'tea');
  expect([short > long, often > short, none]).toEqual([true, true, undefined]);
});

test('several words are said where all of them are, as strongly as the weakest', () => {
  const texts = ['tea milk', 'tea', 'milk'];
  const [both, ...others] = scores(texts, 'tea', 'milk');
  expect(both).toBeCloseTo(Math.min(scores(texts, 'tea')[0] ?? 0, scores(texts, 'milk')[0] ?? 0));
  expect(others).toEqual([undefined, undefined]);
});

test('each text that says a word is found for it, and no other', () => {
  const words = fc.constantFrom('tea', 'milk', 'ice');
  fc.assert(
    fc.property(fc.array(fc.array(words)), words, (texts, word) => {
      const found = scoresOf(postings(texts), [word]);
      const saying = texts.flatMap((text, at) => (text.includes(word) ? [at] : []));
      expect([...found.keys()].sort((a, b) => a - b)).toEqual(saying);
      expect([...found.values()].every((score) => score > 0)).toBe(true);
    }),
  );
});

test('a rare word says more than a common one', () => {
  expect(idf(1, 1000)).toBeGreaterThan(idf(2, 1000));
  expect(idf(1000, 1000)).toBeGreaterThan(0);
});

test('words close together are worth more than words further apart, and nothing far apart', () => {
  const sought = new Map([
    [1, { at: 0, weight: 2 }],
    [2, { at: 1, weight: 3 }],
  ]);
  const worth = (...text: readonly number[]): number => proximity(Int32Array.from(text), sought);
  expect(worth(1, 2)).toBe(2);
  expect(worth(2, 0, 1)).toBeLessThan(2);
  expect(worth(1, 0, 0, 2)).toBeLessThan(worth(1, 0, 2));
  expect(worth(1, 0, 0, 0, 0, 0, 0, 0, 2)).toBe(0);
  expect(worth(1, 1)).toBe(0);
});
