/** What an answer proposes to read next. */
import { expect, test } from 'vitest';
import { readSuggestions } from '../../../src/bot/docs-api/stream-parts.ts';
import { asking, post, started, textOf } from '../asking.ts';
import { docsFolder } from '../folder.ts';

const kettleDocs = {
  'green.md': '# Install the kettle in a kitchen\n\nInstall the kettle on a shelf of the kitchen.',
  'black.md': '# Install the kettle in a boat\n\nInstall the kettle where the boat does not move.',
  'care.md':
    '# Kettle care\n\nInstall the kettle with care.\n\n## Install the kettle filter\n\nInstall the kettle filter.',
  'parts.md':
    '# Kettle parts\n\nInstall the kettle with all parts.\n\n## Send a lid by post\n\nInstall the kettle lid.',
  'lamp.md': '# Lamps\n\nA lamp shines.',
};
const asked = 'How do I install the kettle in a kitchen?';

/** The answer without what it proposes, and the questions proposed. */
async function answered(question: string, propose: boolean): Promise<{ text: string; proposed: readonly string[] }> {
  const server = await started({ docsDir: docsFolder(kettleDocs), domain: 'kettle', propose });
  const text = textOf(await (await post(server, asking(question))).text());
  const [whole = '', block = ''] = /\n```suggestions\n([^`]*)```\n$/.exec(text) ?? [];
  return { text: text.slice(0, text.length - whole.length), proposed: readSuggestions(block) };
}

test('suggestions are questions made from titles and headings of related pages; other related pages are named in the answer', async () => {
  const { text, proposed } = await answered(asked, true);
  expect(proposed.toSorted()).toEqual([
    'How do I install the kettle filter?',
    'How do I install the kettle in a boat?',
  ]);
  expect(text).toMatch(/See also:\n- \[Kettle parts › Send a lid by post\]\(\S+\): Install the kettle lid\./);
  expect(text).not.toContain('boat');
});

test.each([
  ['unless they are enabled', asked, false],
  ['if the docs do not answer', 'What is the airspeed of a swallow?', true],
])('there are no suggestions %s', async (_name, question, propose) => {
  expect((await answered(question, propose)).proposed).toEqual([]);
});

test.each([
  [asked, 'answer'],
  ['Hello', 'chat'],
  ['What is the airspeed of a swallow?', 'refuse'],
])('after %s the stream says what the answer is: %s', async (question, outcome) => {
  const server = await started({ docsDir: docsFolder(kettleDocs), domain: 'kettle' });
  const stream = await (await post(server, asking(question))).text();
  expect(stream).toContain(`8:[{"type":"outcome","outcome":"${outcome}"}]`);
});
