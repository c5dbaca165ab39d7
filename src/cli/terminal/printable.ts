/** Text from docs and file names as a terminal may show it: escape sequences in it would move the cursor, set titles or clear the screen. */

/** Without control characters; line feeds and tabs stay. */
export function toPrintable(text: string): string {
  return text.replaceAll(/[\p{Cc}--[\n\t]]/gv, '');
}
