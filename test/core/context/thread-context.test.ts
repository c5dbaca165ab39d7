import { expect, it } from 'vitest';
import { newestWithin } from '../../../src/core/context/thread-context.ts';

it('keeps the newest 20 messages and 8,000 characters, and cuts a single longer one', () => {
  const many = Array.from({ length: 30 }, (_, index) => `m${index}`);
  expect(newestWithin(many).split('\n')).toEqual(many.slice(10));
  expect(newestWithin(['a'.repeat(5_000), 'b'.repeat(5_000)])).toBe('b'.repeat(5_000));
  expect(newestWithin(['c'.repeat(9_000)])).toBe('c'.repeat(8_000));
  expect(newestWithin([])).toBe('');
});
