import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headOf, shorten } from '../../../src/kit/base/shorten.ts';
import { runs } from '../../fakes/runs.ts';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const text = fc.array(fc.constantFrom('a', ' ', '😀', '👩‍👩‍👧', '🇩🇪', 'é', '한', '1️⃣', '\n', 'word'), { maxLength: 60 });

describe('a text that is cut', () => {
  it('is a row of whole characters as people see them, and no longer than asked', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 80 }), (pieces, max) => {
        const whole = pieces.join('');
        const head = headOf(whole, max);
        expect(head.length).toBeLessThanOrEqual(max);
        const clusters = [...segmenter.segment(whole)].map(({ segment }) => segment);
        let joined = '';
        while (joined.length < head.length) joined += clusters.shift();
        expect(head).toBe(joined);
      }),
      runs(500),
    );
  });

  it('ends with a word and an ellipsis', () => {
    expect(shorten('one two three four', 12)).toBe('one two thr…');
    expect(shorten('eleven twelve x', 14)).toBe('eleven twelve…');
    expect(shorten('one two three', 13)).toBe('one two three');
    expect(shorten(`${'x'.repeat(9)}😀`, 10)).toBe(`${'x'.repeat(9)}…`);
  });

  it('has no half of a surrogate pair even in an endless row of marks', () => {
    expect(headOf(`a${'\u{1d165}'.repeat(200)}`, 150).isWellFormed()).toBe(true);
  });
});
