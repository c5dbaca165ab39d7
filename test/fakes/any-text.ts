/** Text of any characters, including lone surrogates. fast-check's own arbitrary takes a second to prepare. */
import fc from 'fast-check';

const unit = fc.integer({ min: 0, max: 0x10_ff_ff }).map((code) => String.fromCodePoint(code));

export function anyText(size: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ unit, ...size });
}
