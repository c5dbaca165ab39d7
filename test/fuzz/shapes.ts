/** Texts of one shape at any length: a beginning, a unit that repeats, an end. */
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

/** Each piece alone, then `count` mixtures: the same for the same seed. */
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
  return [...pieces.map((unit) => ({ begin: '', unit, end: '' })), ...fc.sample(shape, { seed, numRuns: count })];
}
