import { expect, test } from 'vitest';
import { type Answer, toAnswer } from '../../../src/service/answers/answer.ts';
import { isAnswerable } from '../../../src/service/answers/refusal.ts';
import { readDocs } from '../../../src/service/content/pages.ts';
import { createSearchIndex } from '../../../src/service/search/ranking/search.ts';
import { siteFolder } from '../folder.ts';

const index = createSearchIndex((await readDocs(siteFolder)).pages);

function answered(question: string): Answer {
  return toAnswer(index.search(question, 5), (page) => page.path);
}

test('a question that the docs answer is answerable, and one about something else is not', () => {
  expect(isAnswerable(index.search('How do I boil water?', 5))).toBe(true);
  expect(isAnswerable(index.search('Does the kettle support Bluetooth pairing?', 5))).toBe(false);
});

test('a refusal names the nearest pages and has no sources', () => {
  const { text, sources } = answered('Does the kettle support Bluetooth pairing?');
  expect(text).toMatch(/^I found no page about “support”, “bluetooth”, “pairing”\. The nearest pages:\n- \[/);
  expect(sources).toEqual([]);
});

test.each(['hi', 'Thanks!', 'ok cool', '???', ''])('%j asks nothing and is answered by a question', (said) => {
  expect(answered(said)).toEqual({ text: 'What would you like to know? I answer from these docs.', sources: [] });
});
