import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { toPrintable } from '../../../src/cli/terminal/printable.ts';
import { run } from '../../../src/main.ts';

it('leaves words, line feeds and tabs, and nothing that a terminal obeys', () => {
  expect(toPrintable('a\tb\nc')).toBe('a\tb\nc');
  expect(toPrintable('\u001b[2Jcleared\u001b]0;title\u0007 \u009b31mred\r\b')).toBe('[2Jcleared]0;title 31mred');
});

it('leaves line ends of other systems, and no mark that turns the direction of text', () => {
  expect(toPrintable('a\r\nb \u202egnp.exe\u202c \u2067x')).toBe('a\r\nb gnp.exe x');
});

it('is how every command prints', async () => {
  const printed: string[] = [];
  const print = (text: string): void => void printed.push(text);
  const io = { env: {}, stdin: Readable.from([]), out: print, err: print, signal: new AbortController().signal };
  await run(['no\u001b[2Jsuch'], io);
  expect(printed.join('')).toBe('There is no command “no[2Jsuch”. See: docent --help\n');
});
