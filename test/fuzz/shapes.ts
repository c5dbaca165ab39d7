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

/** Rows between words, and where the address of a link would stand: what must follow a row is looked for from each place in it. */
const rows: readonly Shape[] = [' ', '\t', '\n', ' \n', '\u00a0', '\u2028', '\r\n'].flatMap((unit) => [
  { begin: 'a', unit, end: 'b' },
  { begin: '[a](', unit, end: 'b c' },
]);

/** Each piece alone, rows of blanks, then `count` mixtures: the same for the same seed. */
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
    ...rows,
    ...fc.sample(shape, { seed, numRuns: count }),
  ];
}
