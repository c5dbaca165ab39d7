import { expect, it, vi } from 'vitest';
import { createLayout } from '../../../../src/bot/core/layout/layout.ts';

const parsed = vi.hoisted(() => ({ chars: 0, longest: 0 }));

// The real parser, with its input counted.
vi.mock(import('mdast-util-from-markdown'), async (original) => {
  const { fromMarkdown } = await original();
  return {
    fromMarkdown: (...args: readonly unknown[]) => {
      const { length } = String(args[0]);
      parsed.chars += length;
      parsed.longest = Math.max(parsed.longest, length);
      return Reflect.apply(fromMarkdown, undefined, args);
    },
  };
});

const maxChars = 2_000;
/** Including the escapes of its marks. */
const maxParsed = 2 * maxChars;

it.each([
  ['[a]: x\n\n', '[[b]: '],
  ['[a]: x\n\n', 'plain `words` and [words]. '],
  ['[a]: x\n\n', 'see [one][a] now. '],
  ['', '[a]: x\n'],
])('a settled answer of %j and repeated %j is parsed about once, one message at a time', (head, piece) => {
  const reply = { text: head + piece.repeat(15_000 / piece.length), sources: [], notices: [], settled: true };
  const layOut = createLayout(({ markdown }) => markdown.length <= maxChars);
  Object.assign(parsed, { chars: 0, longest: 0 });
  layOut(reply);
  expect(parsed.chars).toBeLessThanOrEqual(1.2 * reply.text.length);
  expect(parsed.longest).toBeLessThanOrEqual(maxParsed);
  Object.assign(parsed, { chars: 0 });
  layOut(reply);
  expect(parsed.chars).toBeLessThanOrEqual(maxParsed);
});
