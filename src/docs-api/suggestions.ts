/** Suggested questions from the lines of an answer's `suggestions` block. Pure. */

/** `(Text)[/path]`, the usual form; some write an ordinary link, or no link at all. A list's mark may stand before it. */
const line = /^[>\s]*(?:[-*]|\d{1,2}[.)])?\s*(?:\((.{1,300})\)\[[^\]]*\]|\[(.{1,300})\]\([^)]*\)|(.+))$/s;

/** The texts in their order. Their link targets are dropped: each is asked as a question, and its answer has sources. */
export function readSuggestions(block: string): readonly string[] {
  return block.split('\n').flatMap((each) => {
    const [, inverted, linked, bare] = line.exec(each.trim()) ?? [];
    const text = inverted ?? linked ?? bare;
    return text === undefined ? [] : [text];
  });
}
