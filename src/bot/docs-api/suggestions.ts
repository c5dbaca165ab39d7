/** Reads suggested questions from the lines of an answer's `suggestions` block. Pure. */

/** Usually `(Text)[/path]`, but also an ordinary link or no link at all. A list marker may precede it. */
const line = /^[>\s]*(?:[-*]|\d{1,2}[.)])?\s*(?:\((.{1,300})\)\[[^\]]*\]|\[(.{1,300})\]\([^)]*\)|(.+))$/s;

/**
 * Returns the texts in order. Link targets are dropped: each text is asked as a question, and its answer has sources.
 */
export function readSuggestions(block: string): readonly string[] {
  return block.split('\n').flatMap((words) => {
    const [, inverted, linked, bare] = line.exec(words.trim()) ?? [];
    const text = inverted ?? linked ?? bare;
    return text === undefined ? [] : [text];
  });
}
