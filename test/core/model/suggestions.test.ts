/** What may stand on a button. */
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { maxSuggestions, toSuggestions } from '../../../src/core/model/suggestions.ts';
import { anyText } from '../../fakes/any-text.ts';

test.each([
  ['a question as it is', 'How do I *stop* `it`?', 'How do I *stop* `it`?'],
  ['one line', ' How do I\n\tstop  it? ', 'How do I stop it?'],
  ['no turned direction', 'safe\u202e).exe', 'safe).exe'],
  ['no hidden text', 'a\u200bb\u2060c', 'abc'],
  ['an emoji of several', 'Who is 👩‍🚀?', 'Who is 👩‍🚀?'],
  ['no half character', 'torn \ud83d', 'torn \ufffd'],
])('gives %s', (_name, text, question) => {
  expect(toSuggestions([text])).toEqual([question]);
});

test.each([
  ['too long for a button', 'x'.repeat(76)],
  ['without a word', '?!'],
  ['empty', ' \u200b '],
])('leaves out what is %s', (_name, text) => {
  expect(toSuggestions([text, 'x'.repeat(75)])).toEqual(['x'.repeat(75)]);
});

it('offers each question once, and no more than there is room for', () => {
  expect(toSuggestions(['a', 'a ', 'b', 'c', 'd'])).toEqual(['a', 'b', 'c']);
});

it('gives one line within the limit of a button, whatever the text', () => {
  fc.assert(
    fc.property(fc.array(anyText()), (texts) => {
      const questions = toSuggestions(texts);
      expect(questions.length).toBeLessThanOrEqual(maxSuggestions);
      for (const question of questions) expect(question).toMatch(/^[^\p{Cc}\u2028-\u202e]{1,75}$/u);
    }),
  );
});
