/**
 * Text without what makes it read as another than it is. In: foreign text. Out: whole text with the same words. Pure.
 */

/** What turns the direction of all that follows, and controls. */
const treacherous = /[[\p{Cc}--[\t\n]]\u202a-\u202e\u2066-\u2069]/gv;
/** Accents on one letter beyond what any writing has: they cover the lines above and below. */
const piled = /(\p{M}{8})\p{M}+/gu;

/** Lines end in `\n`; no half characters, no controls, nothing that turns the writing's direction, no piles of accents. */
export function sanitize(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(treacherous, '').replaceAll(piled, '$1');
}
