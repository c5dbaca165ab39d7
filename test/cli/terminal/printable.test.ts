import { expect, it } from 'vitest';
import { toPrintable } from '../../../src/cli/terminal/printable.ts';

it('leaves words, line feeds and tabs, and nothing that a terminal obeys', () => {
  expect(toPrintable('a\tb\nc')).toBe('a\tb\nc');
  expect(toPrintable('\u001b[2Jcleared\u001b]0;title\u0007 \u009b31mred\r\b')).toBe('[2Jcleared]0;title 31mred');
});
