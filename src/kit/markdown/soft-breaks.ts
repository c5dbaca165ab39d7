/**
 * Line breaks within a paragraph. Chats show every line break, so a soft one becomes a space, except where the next line
 * begins with a sign that people and models use for a list without Markdown.
 */

/** A line break with the blanks around it. The lookbehind keeps it linear: a run of blanks is tried only from its start. */
const softBreak = /(?:(?<![ \t])[ \t]+)?\r?\n[ \t]*/g;
const listSign = /^(?:[•‣⁃◦▪▫●○■□➔➜➤→–·]|\p{RGI_Emoji}|\p{Extended_Pictographic})/v;

/** Whether a line begins with a bullet or an emoji, as in `• fast`. */
export function beginsWithSign(line: string): boolean {
  return listSign.test(line);
}

/** The text of a paragraph as a chat should show it. */
export function joinLines(text: string): string {
  return text.replaceAll(softBreak, (found, at: number) =>
    beginsWithSign(text.slice(at + found.length, at + found.length + 16)) ? '\n' : ' ',
  );
}
