/** Untrusted text as Markdown. */
import { expect, it } from 'vitest';
import { code, plain } from '../../../../src/bot/core/model/plain-text.ts';

it.each([
  ['plain', plain],
  ['code', code],
])('%s never cuts a character in half, whatever the length limit', (_name, shorten) => {
  const text = 'Why 🙂🙂🙂 so?';
  for (let chars = 1; chars <= text.length; chars += 1) expect(shorten(text, chars).isWellFormed()).toBe(true);
});
