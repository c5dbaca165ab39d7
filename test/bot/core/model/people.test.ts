import { expect, it } from 'vitest';
import { toAskedAbout, withoutPeople } from '../../../../src/bot/core/model/people.ts';

it.each([
  ['<@U123|ada> and <@!42> and <!here>', '@… and @… and @…'],
  ['write to ada.lovelace@kiln.example.', 'write to @….'],
  [`write to ${'a'.repeat(100)}@kiln.example.`, 'write to @….'],
  ['@Ada Lovelace said', '@… said'],
  ['@ada said @everyone', '@… said @…'],
  ['``@ada `@B` @ada', '``@… `@B` @…'],
  ['`<@`ada@kiln.example>', '`<@`@…>'],
  ['``@ada\n\nor @ada', '``@…\n\nor @…'],
  ['```\n@A()\n```\n@ada ```\n \nor', '```\n@A()\n```\n@… ```\n \nor'],
  ['a ` sign\n \n@ada and a ` sign', 'a ` sign\n \n@… and a ` sign'],
])('withoutPeople removes people from %s', (text, without) => {
  expect(withoutPeople(text)).toBe(without);
});

it.each([
  '`@Component` and ``@a `b` ``',
  '```ts\n@A()\n\n@B()\n```',
  'npm i @kiln/core',
  'https://npm.example/@kiln/core',
  'a < b > c',
  'git@',
])('withoutPeople leaves code and package names alone: %s', (text) => {
  expect(withoutPeople(text)).toBe(text);
});

it('the id of a question about a message depends on the message and the asker without revealing the asker', () => {
  const asked = toAskedAbout('slack:T1:C1:1.1', 'UADA');
  expect(asked).toMatch(/^slack:T1:C1:1\.1:asked:[0-9a-f]{16}$/);
  expect(toAskedAbout('slack:T1:C1:1.1', 'UADA')).toBe(asked);
  expect(toAskedAbout('slack:T1:C1:1.1', 'UBOB')).not.toBe(asked);
  expect(toAskedAbout('slack:T1:C1:2.1', 'UADA').slice(-16)).not.toBe(asked.slice(-16));
});
