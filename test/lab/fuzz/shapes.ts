/** Texts of one shape at any length: a beginning, a repeated unit, an end. */
import fc from 'fast-check';

export interface Shape {
  readonly begin: string;
  readonly unit: string;
  readonly end: string;
}

/** About `chars` characters of it. */
export function textOf({ begin, unit, end }: Shape, chars: number): string {
  return begin + unit.repeat(Math.ceil(chars / unit.length)) + end;
}

/** Runs of white space, between words and in place of a link's address: patterns may look for the end from every position. */
const blankRuns: readonly Shape[] = [' ', '\t', '\n', ' \n', '\u00a0', '\u2028', '\r\n'].flatMap((unit) => [
  { begin: 'a', unit, end: 'b' },
  { begin: '[a](', unit, end: 'b c' },
]);

/** Each piece alone, runs of white space, then `count` random mixtures, the same for the same seed. */
export function shapes(pieces: readonly string[], count: number, seed: number): readonly Shape[] {
  const some = (most: number, least = 0): fc.Arbitrary<string> =>
    fc
      .array(
        fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom(...pieces) },
          { weight: 1, arbitrary: fc.constant(' '.repeat(40)) },
        ),
        {
          minLength: least,
          maxLength: most,
        },
      )
      .map((each) => each.join(''));
  const shape = fc.record({ begin: some(2), unit: some(3, 1), end: some(2) });
  return [
    ...pieces.map((unit) => ({ begin: '', unit, end: '' })),
    ...blankRuns,
    ...fc.sample(shape, { seed, numRuns: count }),
  ];
}
