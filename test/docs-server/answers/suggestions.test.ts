/** What an answer proposes to read next. */
import { expect, test } from 'vitest';
import { readSuggestions } from '../../../src/docs-api/suggestions.ts';
import { asking, post, started, textOf } from '../asking.ts';
import { docsFolder } from '../folder.ts';

const kettleDocs = {
  'green.md': '# Install the kettle in a kitchen\n\nInstall the kettle on a shelf of the kitchen.',
  'black.md': '# Install the kettle in a boat\n\nInstall the kettle where the boat does not move.',
  'lamp.md': '# Lamps\n\nA lamp shines.',
};
const asked = 'How do I install the kettle in a kitchen?';

/** The pages proposed after the answer. */
async function proposed(question: string, propose: boolean): Promise<readonly string[]> {
  const server = await started({ docsDir: docsFolder(kettleDocs), domain: 'kettle', propose });
  const text = textOf(await (await post(server, asking(question))).text());
  const [, block = ''] = /\n```suggestions\n([^`]*)```\n$/.exec(text) ?? [];
  return readSuggestions(block);
}

test('are pages that were found beside those that are cited', async () => {
  expect(await proposed(asked, true)).toEqual(['How do I install the kettle in a boat?']);
});

test.each([
  ['unless it is asked for', asked, false],
  ['where the docs do not answer', 'What is the airspeed of a swallow?', true],
])('are none %s', async (_name, question, propose) => {
  expect(await proposed(question, propose)).toEqual([]);
});
