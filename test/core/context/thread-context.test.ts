import { expect, it } from 'vitest';
import { newestWithin } from '../../../src/core/context/thread-context.ts';

it('the context is the newest 20 messages, up to 8,000 characters, with a longer single message cut', () => {
  const many = Array.from({ length: 30 }, (_, index) => `m${index}`);
  expect(newestWithin(many).split('\n')).toEqual(many.slice(10));
  expect(newestWithin(['a'.repeat(5_000), 'b'.repeat(5_000)])).toBe('b'.repeat(5_000));
  expect(newestWithin(['c'.repeat(9_000)])).toBe('c'.repeat(8_000));
  expect(newestWithin([])).toBe('');
});
