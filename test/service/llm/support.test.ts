import { expect, test } from 'vitest';
import { createOutcomeReader } from '../../../src/service/llm/outcome.ts';
import { factsBefore, isSupported, vocabularyOf } from '../../../src/service/llm/support.ts';
import { expectLinear } from '../../fakes/linear.ts';

test.each([
  ['Call `boilWater(1)` with DOCENT_PORT 8080 ', ['boilwater', 'docent_port'], ['8080']],
  ['Old: `a_b`. It takes 1,500 ms and 20 tries ', [], ['1500', '20']],
  ['Set `port` ([A](/a#x9)) and `host` (', ['host'], []],
  ['Das heißt: der Kessel kocht ', [], []],
  ['Step 2 of v3: ', [], []],
])('the facts before a link: %s', (before, names, numbers) => {
  expect(factsBefore(before)).toEqual({ names, numbers });
});

test.each([
  ['`boilWater` and `nothing`', 'call boilwater()', true],
  ['`boilWater`', 'nothing of it', false],
  ['waits 1,500 ms, 20 times', 'waits 1500 ms', true],
  ['waits 1,500 ms, 20 times', 'waits', false],
  ['waits 120 seconds', 'waits two minutes', true],
  ['it sings', 'nothing of it', true],
])('%j is supported by %j: %s', (sentence, shown, supported) => {
  expect(isSupported(factsBefore(sentence), vocabularyOf(shown))).toBe(supported);
});

test.each(['1,', 'aB_', '`', '](', ' ', 'é.'])('%j, repeated, is read in linear time', async (piece) => {
  await expectLinear(1_000_000, (size) => {
    const text = piece.repeat(size / piece.length);
    const reader = createOutcomeReader();
    return [vocabularyOf(text), factsBefore(text), reader.push(text), reader.end()];
  });
});
