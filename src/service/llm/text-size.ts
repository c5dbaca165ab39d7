/**
 * How much of a model's window a text takes. Sizes are counted in characters of English and code, three to a token; a character
 * of another script is as long as several of these. Pure.
 */

/** A token holds at least this many characters of prose; code comes near it. */
export const charsOfToken = 3;

/**
 * Up to each code unit, the size of a character. Measured in tokens for a character, the most of cl100k, o200k and the tokenizer
 * of Llama 2 (gpt-tokenizer 3, llama-tokenizer-js 1, 2026-11-28): English 0.20, code 0.37, German 0.32, Russian 0.39, Arabic 0.87,
 * Greek 0.98, Hindi 1.04, Japanese 1.06, Chinese 1.07, Thai 1.09, Korean 1.58, emoji 1.83.
 */
const sizes: readonly (readonly [below: number, size: number])[] = [
  [0x80, 1],
  // Latin letters with marks, among those without.
  [0x250, 2],
  [0x400, 3],
  // Cyrillic.
  [0x530, 2],
  // Other alphabets, with spaces between words.
  [0xe00, 3],
  [0x1_0000, 5],
];

const sizeOfUnit: Uint8Array = Uint8Array.from({ length: 0x1_0000 }, (_, unit) => {
  const [, size = 1] = sizes.find(([below]) => unit < below) ?? [];
  return size;
});

/** In characters of English. */
export function sizeOf(text: string): number {
  let size = 0;
  for (let at = 0; at < text.length; at += 1) size += sizeOfUnit[text.charCodeAt(at)] ?? 1;
  return size;
}

/** At least as many tokens as nearly every model reads this text as. */
export function tokensOf(text: string): number {
  return Math.ceil(sizeOf(text) / charsOfToken);
}

/** How many code units from the start are of at most this size. */
export function fittingLength(text: string, maxSize: number): number {
  let size = 0;
  for (let at = 0; at < text.length; at += 1) {
    size += sizeOfUnit[text.charCodeAt(at)] ?? 1;
    if (size > maxSize) return at;
  }
  return text.length;
}

/** The middle is cut out: the end of a log says as much as its beginning. */
export function clipped(text: string, maxSize: number): string {
  if (sizeOf(text) <= maxSize) return text;
  const half = maxSize / 2 - 2;
  const start = fittingLength(text, half);
  let end = text.length;
  for (let size = 0; end > start; end -= 1) {
    size += sizeOfUnit[text.charCodeAt(end - 1)] ?? 1;
    if (size > half) break;
  }
  return `${text.slice(0, start).toWellFormed()}\n…\n${text.slice(end).toWellFormed()}`;
}
