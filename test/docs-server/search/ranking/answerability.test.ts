import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coverageOf, type Evidence } from '../../../../src/docs-server/search/ranking/answerability.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const evidence: fc.Arbitrary<Evidence> = fc.record({
  asked: fc.double({ min: 0, max: 100, noNaN: true }),
  fit: fc.double({ min: 0, max: 20, noNaN: true }),
  topical: share,
  together: share,
  foreign: share,
});

test('words that stand nowhere together, on no subject of the docs, make no answer', () => {
  expect(coverageOf({ asked: 12, fit: 0.8, topical: 0.3, together: 0.4, foreign: 0.1 })).toBeLessThan(0.2);
});

test('a sure hit on a subject of the docs answers though half of what was asked is unknown', () => {
  expect(coverageOf({ asked: 15, fit: 4, topical: 0.5, together: 0.5, foreign: 0.1 })).toBeGreaterThan(0.7);
});

test('no sign for an answer makes it less likely', () => {
  fc.assert(
    fc.property(evidence, evidence, (one, other) => {
      const better: Evidence = {
        asked: Math.max(one.asked, other.asked),
        fit: Math.max(one.fit, other.fit),
        topical: Math.max(one.topical, other.topical),
        together: Math.max(one.together, other.together),
        foreign: Math.min(one.foreign, other.foreign),
      };
      expect(coverageOf(better)).toBeGreaterThanOrEqual(coverageOf(one));
      expect(coverageOf(better)).toBeLessThanOrEqual(1);
    }),
  );
});

test('what names a thing that nobody here knows is not answered, however well the rest fits', () => {
  const known = { asked: 15, fit: 3, topical: 0.6, together: 0.6, foreign: 0 };
  expect(coverageOf(known)).toBeGreaterThan(0.8);
  expect(coverageOf({ ...known, foreign: 0.6 })).toBeLessThan(0.4);
});
