import { expect, it } from 'vitest';
import { type Body, inOneLine } from '../../../../src/bot/core/model/body.ts';

const answer: Body = { markdown: 'Yes.', from: 0, to: 4, sources: [], notices: [] };

it.each<[string, Body, readonly string[], readonly string[], readonly string[]]>([
  ['both', answer, ['Sources', ''], ['One.', 'Two.'], ['Sources · One. Two.']],
  ['an earlier answer too', answer, ['Sources', 'Before'], ['One.'], ['Sources · Before · One.']],
  ['sources alone', answer, ['Sources', ''], [], ['Sources']],
  ['sentences alone', answer, ['', ''], ['One.', 'Two.'], ['One. Two.']],
  ['nothing', answer, ['', ''], [], []],
  ['what did not fit into a message', { ...answer, markdown: '', from: 4 }, ['Sources'], ['One.'], ['Sources · One.']],
])('below an answer, %s has one line at most', (_, body, links, sentences, lines) => {
  expect(inOneLine(body, links, sentences)).toEqual(lines);
});

it.each<[string, Body]>([
  ['pages near the question', { ...answer, nearest: 'pages' }],
  ['the sources of an answer that has no words', { ...answer, markdown: '', to: 0 }],
])('sentences are not in the line of %s', (_, body) => {
  expect(inOneLine(body, ['Pages'], ['One.', 'Two.'])).toEqual(['Pages', 'One. Two.']);
});
