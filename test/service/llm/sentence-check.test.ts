import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSentenceCheck } from '../../../src/service/llm/sentence-check.ts';
import { expectLinear } from '../../fakes/linear.ts';

const supports = (href: string): boolean | undefined => ({ '/ok': true, '/no': false })[href];

function checked(mark: string | undefined, ...pieces: readonly string[]): string {
  const check = createSentenceCheck({ supports, mark });
  return pieces.map((piece) => check.push(piece)).join('') + check.end();
}

test.each([
  ['One [a](/ok). Two [b](/no). Three.', 'One [a](/ok). Two [b](/no). (!) Three.', 'One [a](/ok).  Three.'],
  ['Both [a](/ok) and [b](/no).', 'Both [a](/ok) and [b](/no).', 'Both [a](/ok) and [b](/no).'],
  ['- x [b](/no)\n- y [a](/ok)\n', '- x [b](/no) (!)\n- y [a](/ok)\n', '- y [a](/ok)\n'],
  ['```md\n[b](/no). x\n```\n[b](/no)\n', '```md\n[b](/no). x\n```\n[b](/no) (!)\n', '```md\n[b](/no). x\n```\n'],
  ['Else [c](/elsewhere).', 'Else [c](/elsewhere).', 'Else [c](/elsewhere).'],
  ['一[b](/no)。二。', '一[b](/no)。 (!)二。', '二。'],
])('%j is marked as %j and dropped as %j', (text, marked, dropped) => {
  for (const pieces of [[text], [...text]]) {
    expect(checked('(!)', ...pieces)).toBe(marked);
    expect(checked(undefined, ...pieces)).toBe(dropped);
  }
});

test('text that cites nothing wrongly stays as it is, however it is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (pieces) => {
      const whole = pieces.join('');
      fc.pre(!whole.includes('/no'));
      expect(checked(undefined, ...pieces)).toBe(whole);
    }),
  );
});

test.each(['](/no) ', 'a. ', '](', '. ', '```\n', 'word '])(
  '%j, repeated, is checked in linear time',
  async (piece) => {
    await expectLinear(400_000, (size) =>
      checked('', ...Array<string>(size / 400).fill(piece.repeat(400 / piece.length))),
    );
  },
);
