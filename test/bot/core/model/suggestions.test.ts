/** Which suggestions become button labels. */
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { maxSuggestions, toChoices, toSuggestions } from '../../../../src/bot/core/model/suggestions.ts';
import { anyText } from '../../../fakes/any-text.ts';

test.each([
  ['Markdown characters', 'How do I *stop* `it`?', 'How do I *stop* `it`?'],
  ['text, joined to one line', ' How do I\n\tstop  it? ', 'How do I stop it?'],
  ['text without bidirectional overrides', 'safe\u202e).exe', 'safe).exe'],
  ['text without invisible characters', 'a\u200bb\u2060c', 'abc'],
  ['emoji joined from several characters', 'Who is 👩‍🚀?', 'Who is 👩‍🚀?'],
  ['text without lone surrogates', 'torn \ud83d', 'torn \ufffd'],
])('a suggestion keeps %s', (_name, text, question) => {
  expect(toSuggestions([text])).toEqual([question]);
});

test.each([
  ['too long for a button', 'x'.repeat(76)],
  ['without letters and digits', '?!'],
  ['empty', ' \u200b '],
])('a suggestion is dropped if it is %s', (_name, text) => {
  expect(toSuggestions([text, 'x'.repeat(75)])).toEqual(['x'.repeat(75)]);
});

it('choices are all of them or none, as many as a menu holds', () => {
  const many = Array.from({ length: 26 }, (_, at) => `Plan ${at}`);
  expect([toChoices(many.slice(1)).length, toChoices(many)]).toEqual([25, []]);
  expect(toChoices(['Free', 'x'.repeat(76)])).toEqual([]);
});

it('suggestions are distinct and limited to three', () => {
  expect(toSuggestions(['a', 'a ', 'b', 'c', 'd'])).toEqual(['a', 'b', 'c']);
});

it('suggestions are one line within the length limit of a button, whatever the text', () => {
  fc.assert(
    fc.property(fc.array(anyText()), (texts) => {
      const questions = toSuggestions(texts);
      expect(questions.length).toBeLessThanOrEqual(maxSuggestions);
      for (const question of questions) expect(question).toMatch(/^[^\p{Cc}\u2028-\u202e]{1,75}$/u);
    }),
  );
});
