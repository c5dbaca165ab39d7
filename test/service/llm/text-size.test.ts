import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clipped, fittingLength, sizeOf, tokensOf } from '../../../src/service/llm/text-size.ts';

test.each([
  ['Boil water.', 4],
  ['Öl', 1],
  ['вода', 3],
  ['水壶', 4],
  ['물', 2],
  ['🚀', 4],
  ['', 0],
])('%j counts as %i tokens', (text, tokens) => {
  expect(tokensOf(text)).toBe(tokens);
});

test('what fits is the longest beginning of the size', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, max) => {
      const length = fittingLength(text, max);
      expect(sizeOf(text.slice(0, length))).toBeLessThanOrEqual(max);
      if (length < text.length) expect(sizeOf(text.slice(0, length + 1))).toBeGreaterThan(max);
    }),
  );
});

test('a clipped text keeps its beginning and its end, in any script', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 0, maxLength: 80 }),
      fc.integer({ min: 20, max: 60 }),
      (text, max) => {
        const short = clipped(text, max);
        if (sizeOf(text) <= max) expect(short).toBe(text);
        else expect(sizeOf(short.replace('\n…\n', ''))).toBeLessThanOrEqual(max);
      },
    ),
  );
  expect(clipped('abcdefghijklmnopqrstuvwxyz', 14)).toBe('abcde\n…\nvwxyz');
  expect(clipped('一二三四五六七八九十', 29)).toBe('一二\n…\n九十');
});
