import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asideOf, maxAsideChars } from '../../../src/service/llm/aside.ts';

const long = 'This goes on and on for a while. '.repeat(20);

test.each([
  ['You are welcome!', 'You are welcome!'],
  ['No page is about it.\n\nNearest: [Lid](/lid).', 'No page is about it.\n\nNearest: [Lid](/lid).'],
])('%j is shown as it is', (text, shown) => {
  expect(asideOf(text, 'refuse')).toBe(shown);
});

test('a longer text ends with its last sentence that fits, in any script', () => {
  expect(asideOf(long, 'chat')).toBe('This goes on and on for a while. '.repeat(9).trimEnd());
  expect(asideOf('これはとても長い文です。'.repeat(40), 'chat')).toBe('これはとても長い文です。'.repeat(25));
});

test('a sentence that does not fit ends at a word, and never inside a link', () => {
  expect(asideOf('word '.repeat(100), 'chat')).toBe(`${'word '.repeat(60).trimEnd()} …`);
  const linked = `${'word '.repeat(50)}[the page. Or so it is called](https://kettle.example/${'a'.repeat(60)}) tells.`;
  expect(asideOf(linked, 'refuse')).toBe(`${'word '.repeat(50).trimEnd()} …`);
});

test('a question back keeps five short choices, and nothing below them', () => {
  const choices = ['- Steel', '- Glass', '- Tin', '- Copper', `- ${long}`, '- Clay'];
  const shown = asideOf(`${long}\n\n${choices.join('\n')}\n\nIn short: fill it.`, 'ask').split('\n');
  expect(shown.slice(-5)).toEqual([
    ...choices.slice(0, 4),
    `- ${'This goes on and on for a while. '.repeat(3).trimEnd()}`,
  ]);
  expect(shown).toHaveLength(6);
  expect(asideOf('Which kettle?\n\n- Steel\n- Glass', 'ask')).toBe('Which kettle?\n\n- Steel\n- Glass');
});

test('whatever a model writes, little is shown', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('. ', '[', '](', ')', 'a', ' ', '\n', '- ', '。'), { maxLength: 2_000 }),
      (pieces) => {
        expect(asideOf(pieces.join(''), 'chat').length).toBeLessThanOrEqual(maxAsideChars + 2);
        expect(asideOf(pieces.join(''), 'ask').length).toBeLessThanOrEqual(maxAsideChars + 2 + 5 * 103);
      },
    ),
  );
});
