/**
 * Code as readers of a site see it: without the comments that tell the site what to hide or highlight. Pure.
 */

/** Twoslash, of VitePress and others, shows the code between these. */
const cutBefore = /^\s*\/\/ ?-+cut(?:-before)?-+$/;
const cutAfter = /^\s*\/\/ ?-+cut-after-+$/;
/** Lines with only a mark, of Docusaurus and of Twoslash. */
const markLine = /^\s*(?:\/\/|#|\{?\/\*)\s*(?:highlight-(?:start|end|next-line)\b|@(?:errors|noErrors)\b|\^\?)/;
/** Marks at the end of a line, of Shiki; those of changes and errors are kept, since they mean something to readers. */
const markEnd = /(?:\/\/|#|\/\*|<!--)\s*\[!code (?:highlight|hl|focus|word)[^\]]{0,200}\].*$/s;

/** The lines that a site shows, without marks at their ends. */
export function withoutMarks(code: string): string {
  const lines = code.split('\n');
  const end = lines.findIndex((line) => cutAfter.test(line));
  return lines
    .slice(lines.findLastIndex((line) => cutBefore.test(line)) + 1, end === -1 ? lines.length : end)
    .filter((line) => !markLine.test(line))
    .map((line) => (markEnd.test(line) ? line.replace(markEnd, '').trimEnd() : line))
    .join('\n');
}
