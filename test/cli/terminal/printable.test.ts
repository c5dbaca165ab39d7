import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { toPrintable } from '../../../src/cli/terminal/printable.ts';

it('toPrintable keeps words, line feeds and tabs, and removes control codes', () => {
  expect(toPrintable('a\tb\nc')).toBe('a\tb\nc');
  expect(toPrintable('\u001b[2Jcleared\u001b]0;title\u0007 \u009b31mred\r\b')).toBe('[2Jcleared]0;title 31mred');
});

it('toPrintable keeps line breaks of other systems, and removes marks that change the text direction', () => {
  expect(toPrintable('a\r\nb \u202egnp.exe\u202c \u2067x')).toBe('a\r\nb gnp.exe x');
});

it('every command prints through toPrintable', async () => {
  const printed: string[] = [];
  const print = (text: string): void => void printed.push(text);
  const io = { env: {}, stdin: Readable.from([]), out: print, err: print, signal: new AbortController().signal };
  await run(['no\u001b[2Jsuch'], io);
  expect(printed.join('')).toBe('There is no command “no[2Jsuch”. See: docent --help\n');
});
