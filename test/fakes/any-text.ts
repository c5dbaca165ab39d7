/** Text of any characters, halves of pairs among them. fast-check's own takes a second to prepare. */
import fc from 'fast-check';

const unit = fc.integer({ min: 0, max: 0x10_ff_ff }).map((code) => String.fromCodePoint(code));

export function anyText(size: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ unit, ...size });
}
