import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from '../../../src/kit/base/time-slices.ts';
import { type Passage, toPassages } from '../../../src/service/answers/passages.ts';
import { toSections as slicedSections } from '../../../src/service/content/markdown/sections.ts';

function toSections(...args: Parameters<typeof slicedSections>) {
  return atOnce(slicedSections(...args));
}

function passages(markdown: string): readonly Passage[] {
  return toSections(markdown, 'Title').flatMap(toPassages);
}

function shown(markdown: string): readonly string[] {
  return passages(markdown).map(({ lead, text }) => (lead === '' ? text : `${lead} → ${text}`));
}

test('the sentence before code introduces the code, and the rest of its paragraph is a passage of its own', () => {
  expect(shown('A kettle boils. Here is how it does:\n\n```ts\nboil();\n```\n\nThen pour.')).toEqual([
    'A kettle boils.',
    'Here is how it does: → ```ts\nboil();\n```',
    'Then pour.',
  ]);
});

test('a list is introduced by the sentence before it only if that ends in a colon', () => {
  expect(shown('It has two:\n\n- one\n- two')).toEqual(['It has two: → - one\n- two']);
  expect(shown('It has two.\n\n- one\n- two')).toEqual(['It has two.', '- one\n- two']);
});

test('a note before code does not count as its introduction', () => {
  expect(shown('**Note:** Unplug it first.\n\n```ts\nboil();\n```')).toEqual([
    '**Note:** Unplug it first.',
    '```ts\nboil();\n```',
  ]);
});

test('each item of a long list has the introduction of the list', () => {
  const item = 'a word '.repeat(50).trim();
  const found = passages(`Its options are:\n\n- \`one\`: ${item}\n- \`two\`: ${item}`);
  expect(found.map(({ lead, text }) => [lead, text.slice(0, 7)])).toEqual([
    ['Its options are:', '- `one`'],
    ['Its options are:', '- `two`'],
  ]);
  expect(found[1]?.stems.has('option')).toBe(true);
});

test('an introduction that nothing follows is left out', () => {
  expect(shown('Use the flag. For example:\n\n## Example\n\nNothing.')).toEqual(['Use the flag.', 'Nothing.']);
  expect(shown('Use the flag. E.g.\n\n## Example\n\nNothing.')).toEqual(['Use the flag.', 'Nothing.']);
});

test('a short paragraph stays whole; a long one is split by sentence, and sentences that refer back stay with the one before', () => {
  expect(shown('One thing. Another thing.')).toEqual(['One thing. Another thing.']);
  const long = 'a word '.repeat(35).trim();
  expect(shown(`Set ${long}. It is on. Other matters follow. This one, too.`)).toEqual([
    `Set ${long}. It is on.`,
    'Other matters follow. This one, too.',
  ]);
});

test('numbered steps stay whole', () => {
  const steps = Array.from({ length: 9 }, (_, at) => `${at + 1}. ${'do this '.repeat(8).trim()}.`).join('\n');
  expect(shown(steps)).toEqual([steps]);
});

test('a table loses its padding, and is split by row if it is long', () => {
  expect(shown('| Name   | Use      |\n| ------ | -------- |\n| `a`    | first    |')).toEqual([
    '| Name | Use |\n| --- | --- |\n| `a` | first |',
  ]);
  const rows = Array.from({ length: 9 }, (_, at) => `| n${at} | ${'word '.repeat(15).trim()} |`).join('\n');
  expect(shown(`| Name | Use |\n| --- | --- |\n${rows}`)).toHaveLength(9);
  const links = '| [a](https://kettle.example/a/long/address/of/the/page) '.repeat(9);
  expect(shown(`${links}|\n${'| --- '.repeat(9)}|\n${'| b '.repeat(9)}|`)).toHaveLength(1);
});

test('passages repeat no text and split no code', () => {
  const words = fc.array(fc.constantFrom('Set `a. B`', 'one', 'two.', 'Three', '(see', 'this)', '**bold.**'), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(words, (list) => {
      for (const { text } of passages(list.join(' '))) expect(text.split('`').length % 2).toBe(1);
    }),
  );
});

test('an introduction brings along the sentence that it refers back to, and neither is repeated', () => {
  expect(shown('One. Set the key. It is read from here:\n\n```sh\nexport KEY=1\n```')).toEqual([
    'One.',
    'Set the key. It is read from here: → ```sh\nexport KEY=1\n```',
  ]);
  expect(shown('Set the key. It is read from here:')).toEqual(['Set the key.']);
});

test('an item of thousands of lines is split by line', () => {
  const lines = Array.from({ length: 40_000 }, (_, at) => `  line ${at}`);
  const texts = passages(`- first\n${lines.join('\n')}`).map(({ text }) => text);
  expect(texts).toEqual(['- first', ...lines.map((line) => line.trim())]);
});

test('a long item is split at the ends of sentences, not of lines', () => {
  const words = (count: number) => 'a word '.repeat(count).trim();
  const item = `- **Locks:** A lock ${words(30)}\n  holds the door. What is kept ${words(30)}\n  names nobody. It stays, by\n  nobody. Run it ${words(30)}\n  for each.`;
  expect(passages(`${item}\n- Other.`).map(({ text, part, item }) => [text, part, item])).toEqual([
    [`- **Locks:** A lock ${words(30)} holds the door.`, 0, 0],
    [`- … What is kept ${words(30)} names nobody. It stays, by nobody.`, 1, 0],
    [`- … Run it ${words(30)} for each.`, 2, 0],
    ['- Other.', 3, 3],
  ]);
});

test('code inside a long item stays whole', () => {
  const code = `\`\`\`sh\n${'boil --now\n'.repeat(60)}\`\`\``;
  expect(passages(`- Boil it.\n\n  ${code.replaceAll('\n', '\n  ')}\n\n  Then pour.`).map(({ text }) => text)).toEqual([
    '- Boil it.',
    code,
    'Then pour.',
  ]);
});
