/**
 * Text from docs and file names as a terminal may show it: escape sequences in it would move the cursor, set titles or clear
 * the screen.
 */

/** Without control characters and what turns the direction of text; line ends and tabs stay. */
export function toPrintable(text: string): string {
  return text.replaceAll(/\r(?!\n)|[[\p{Cc}--[\n\t\r]]\u202a-\u202e\u2066-\u2069]/gv, '');
}
