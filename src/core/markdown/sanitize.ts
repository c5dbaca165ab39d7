/** Removes characters that make text read differently from what it is. Pure. */

/** Control characters, and those that change the direction of all that follows. */
const treacherous = /[[\p{Cc}--[\t\n]]\u202a-\u202e\u2066-\u2069]/gv;
/** More combining marks on one letter than any script has (Zalgo text): they cover the lines above and below. */
const piled = /(\p{M}{8})\p{M}+/gu;

/** Lines end in `\n`; no lone surrogates, controls, bidi overrides or stacks of combining marks. */
export function sanitize(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(treacherous, '').replaceAll(piled, '$1');
}
