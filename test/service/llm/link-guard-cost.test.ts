import { parse, postprocess, preprocess } from 'micromark';
import { gfm } from 'micromark-extension-gfm';
import { expect, it, vi } from 'vitest';
import { atOnce } from '../../../src/kit/base/time-slices.ts';
import type { LinkPolicy } from '../../../src/service/llm/link-edits.ts';
import { createLinkGuard } from '../../../src/service/llm/link-guard.ts';

const spent = vi.hoisted(() => ({ texts: [] as string[] }));

// The real parser, recording the texts that it reads.
vi.mock(import('mdast-util-from-markdown'), async (original) => {
  const { fromMarkdown } = await original();
  return {
    fromMarkdown: (...args: readonly unknown[]) => {
      spent.texts.push(String(args[0]));
      return Reflect.apply(fromMarkdown, undefined, args);
    },
  };
});

/** How many steps the parser takes for a text, of about a microsecond each. */
function stepsOf(markdown: string): number {
  const chunks = preprocess()(markdown, undefined, true);
  return postprocess(
    parse({ extensions: [gfm()] })
      .document()
      .write(chunks),
  ).length;
}

const policy: LinkPolicy = { toLink: () => undefined, showAddress: () => 'as code' };

it.each(['[', '[[a]', '[a](https://evil.example/ ', '`', '<https:', '> ', ')<!--', '| a | b |\n| - | - |\n', '- a\n'])(
  'an answer that repeats %j is parsed in bounded steps, with a pause after each text',
  (piece) => {
    const guard = createLinkGuard(policy);
    const text = piece.repeat(8_000 / piece.length);
    for (let at = 0; at < text.length; at += 500) {
      const work = guard.push(text.slice(at, at + 500));
      for (let step = work.next(); !step.done; step = work.next()) {
        const steps = spent.texts.splice(0).map(stepsOf);
        expect(steps.length).toBeLessThanOrEqual(1);
        expect(steps[0] ?? 0).toBeLessThan(16_000);
      }
    }
  },
);

it.each(['&#104;ttps://evil.example/ ', '\\a.b '])('words like %j are parsed one at a time', (word) => {
  const work = createLinkGuard(policy).push(word.repeat(100));
  for (let step = work.next(); !step.done; step = work.next()) {
    expect(spent.texts.splice(0).length).toBeLessThanOrEqual(1);
  }
});

it('a link after expensive code is still removed', () => {
  const guard = createLinkGuard(policy);
  const text = `\`\`\`\n${'a\n\n'.repeat(600)}\`\`\`\n\nSee [it](https://evil.example/).`;
  let shown = '';
  for (let at = 0; at < text.length; at += 500) {
    const work = guard.push(text.slice(at, at + 500));
    for (;;) {
      const step = work.next();
      if (!step.done) continue;
      shown += step.value;
      break;
    }
  }
  expect(shown).not.toContain('](');
});

/** The lengths of the texts that the parser reads while the answer arrives in pieces. */
function parsedChars(answer: string, pieceChars: number): readonly number[] {
  const guard = createLinkGuard(policy);
  spent.texts.length = 0;
  for (let at = 0; at < answer.length; at += pieceChars) atOnce(guard.push(answer.slice(at, at + pieceChars)));
  atOnce(guard.end());
  return spent.texts.splice(0).map(({ length }) => length);
}

it.each(['a [b](c) ', 'https://evil.example/ ', '<b>a.b</b>'])(
  'an answer that repeats %j is parsed a few times in total',
  (unit) => {
    for (const pieceChars of [7, 500]) {
      const read = parsedChars(unit.repeat(9_600 / unit.length), pieceChars);
      expect(read.reduce((sum, chars) => sum + chars, 0)).toBeLessThan(24 * 9_600);
    }
  },
);

it.each([
  ['a list', '', '- See `a.b` and [this](c).\n'],
  ['code', '```js\n', "import a from 'a.b';\n\n"],
])('only the end of %s is parsed again', (_, begin, line) => {
  expect(Math.max(...parsedChars(begin + line.repeat(200), 7))).toBeLessThan(200);
});
