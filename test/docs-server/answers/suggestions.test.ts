/** What an answer proposes to read next. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSuggestions } from '../../../src/docs-api/suggestions.ts';
import { asking, post, started, textOf } from '../asking.ts';

const ownDocs = join(import.meta.dirname, '../../../docs');

/** The pages proposed after the answer. */
async function proposed(question: string, propose: boolean): Promise<readonly string[]> {
  const server = await started({ docsDir: ownDocs, domain: 'kettle', propose });
  const text = textOf(await (await post(server, asking(question))).text());
  const [, block = ''] = /\n```suggestions\n([^`]*)```\n$/.exec(text) ?? [];
  return readSuggestions(block);
}

test('are pages that were found beside those that are cited', async () => {
  const pages = await proposed('How do I connect Docent to Slack?', true);
  expect(pages).toContain('How do I connect Docent to Discord?');
  expect(pages).not.toContain('How do I connect Docent to Slack?');
  expect(pages.length).toBeLessThanOrEqual(3);
});

test.each([
  ['unless it is asked for', 'How do I connect Docent to Slack?', false],
  ['where the docs do not answer', 'What is the airspeed of a swallow?', true],
])('are none %s', async (_name, question, propose) => {
  expect(await proposed(question, propose)).toEqual([]);
});
