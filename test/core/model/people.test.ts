import { expect, it } from 'vitest';
import { withoutPeople } from '../../../src/core/model/people.ts';

it.each([
  ['<@U123|ada> and <@!42> and <!here>', '@… and @… and @…'],
  ['write to ada.lovelace@kiln.example.', 'write to @….'],
  ['@Ada Lovelace said', '@… said'],
  ['@ada said @everyone', '@… said @…'],
])('takes people out of %s', (text, without) => {
  expect(withoutPeople(text)).toBe(without);
});

it.each(['`@Component` and ``@a `b` ``', 'npm i @kiln/core', 'https://npm.example/@kiln/core', 'a < b > c', 'git@'])(
  'leaves code and packages alone: %s',
  (text) => {
    expect(withoutPeople(text)).toBe(text);
  },
);
