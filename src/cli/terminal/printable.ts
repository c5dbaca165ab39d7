/**
 * Makes text from docs and file names safe to print on a terminal: escape sequences in it could move the cursor, set titles
 * or clear the screen.
 */

/** Removes control characters and those that change the text direction; keeps line breaks and tabs. */
export function toPrintable(text: string): string {
  return text.replaceAll(/\r(?!\n)|[[\p{Cc}--[\n\t\r]]\u202a-\u202e\u2066-\u2069]/gv, '');
}
