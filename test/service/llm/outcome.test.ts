import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOutcomeReader } from '../../../src/service/llm/outcome.ts';

function read(...pieces: readonly string[]) {
  const reader = createOutcomeReader();
  const shown = pieces.map((piece) => reader.push(piece));
  return { text: shown.join('') + reader.end(), outcome: reader.outcome, shown };
}

test.each([
  ['OUTCOME: answer\nFill it.', 'answer', 'Fill it.'],
  ['\n\n**Outcome:** Ask back\n\nWhich one?\n- a', 'ask', 'Which one?\n- a'],
  ['`OUTCOME: refuse`\nNo.', 'refuse', 'No.'],
  ['outcome: Decline. No.', 'decline', 'No.'],
  ['OUTCOME: chat', 'chat', ''],
  ['OUTCOME: answer Fill it.', 'answer', 'Fill it.'],
  ['OUTCOME: partial\nFill it.', undefined, 'OUTCOME: partial\nFill it.'],
  ['Outcome: the build fails.', undefined, 'Outcome: the build fails.'],
  ['outcome: answered by mail', undefined, 'outcome: answered by mail'],
  ['Outcome: ask your admin to fill it.', undefined, 'Outcome: ask your admin to fill it.'],
  ['Outcome: refuse  \nNo.', 'refuse', 'No.'],
  ['Outcomes vary: some boil.', undefined, 'Outcomes vary: some boil.'],
  ['The outcome: answer', undefined, 'The outcome: answer'],
  ['- one\n- two', undefined, '- one\n- two'],
  ['', undefined, ''],
])('%j is %s', (written, outcome, text) => {
  expect(read(written)).toMatchObject({ outcome, text });
  expect(read(...written)).toMatchObject({ outcome, text });
});

test('text without a typed line is not held back', () => {
  expect(read('To b', 'oil water').shown).toEqual(['To b', 'oil water']);
});

test('nothing is lost but the typed line, however the text is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (pieces) => {
      const whole = pieces.join('');
      fc.pre(!/outcome/i.test(whole));
      expect(read(...pieces).text).toBe(whole.trimStart());
    }),
  );
});
