/** Follow-up questions that the service suggests. */
import { expect, test } from 'vitest';
import { readSuggestions } from '../../../src/bot/docs-api/stream-parts.ts';

test.each([
  ['(Edit a schedule)[/guides/schedules]', ['Edit a schedule']],
  ['(One)[/one]\n(Two)[/two]\r\n', ['One', 'Two']],
  ['(What is f(x)?)[/f]', ['What is f(x)?']],
  ['- (One)[/one]\n* (Two)[/two]\n1. (Three)[/three]', ['One', 'Two', 'Three']],
  ['> (One)[/one]', ['One']],
  ['[One](/one)', ['One']],
  ['How do I start?', ['How do I start?']],
  ['', []],
  ['\n \n', []],
])('reads %j', (block, texts) => {
  expect(readSuggestions(block)).toEqual(texts);
});
