/** Removes characters that make a text look different from what it is. Pure. */

/** Control characters, and those that change the direction of the text after them. */
const treacherous = /[[\p{Cc}--[\t\n]]\u202a-\u202e\u2066-\u2069]/gv;
/** More combining marks on one letter than any script uses (Zalgo text): they cover the lines above and below. */
const piled = /(\p{M}{8})\p{M}+/gu;

/** Ends lines with `\n`, replaces lone surrogates, and removes control characters, bidi overrides and stacked marks. */
export function sanitize(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(treacherous, '').replaceAll(piled, '$1');
}
