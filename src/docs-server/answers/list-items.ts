/** A long list cut into its items, and long items into the items inside them. In: a list's Markdown. Out: Markdown. Pure. */

/** An item above this is cut: first the items inside it, then its end. */
const maxItemChars = 500;
/** One above this is cut by line: nobody wrote it to be read as an item. */
const maxNestedChars = 10_000;
const maxNestedLines = 1_000;

interface Line {
  readonly text: string;
  /** Blanks before its words. */
  readonly indent: number;
  /** Whether its words begin an item. */
  readonly isMark: boolean;
}

/** The pieces in their order. */
export function toItems(list: string): readonly string[] {
  const lines = list.split('\n').map(toLine);
  return splitAtMarks(lines, { from: 0, to: lines.length, depth: 0 }).flatMap((part) => fitting(lines, part));
}

function toLine(text: string): Line {
  const indent = text.search(/[^ ]|$/);
  return { text, indent, isMark: /^ *(?:[-*+]|\d+[.)])\s/.test(text) };
}

/** Lines of an item. In a list inside a list they are read without the indentation of the lists around it. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

const indentOfDepth = 4;

function textAt({ text, indent }: Line, depth: number): string {
  return text.slice(Math.min(indent, depth * indentOfDepth));
}

/** Each part begins with a mark, but for the first. */
function splitAtMarks(lines: readonly Line[], { from, to, depth }: Part): readonly Part[] {
  const starts = [from];
  for (let at = from + 1; at < to; at += 1) {
    const line = lines[at];
    if (line?.isMark && line.indent <= depth * indentOfDepth) starts.push(at);
  }
  return starts.map((start, index) => ({ from: start, to: starts[index + 1] ?? to, depth }));
}

function fitting(lines: readonly Line[], { from, to, depth }: Part): readonly string[] {
  const own = lines.slice(from, to);
  const chars = own.reduce((sum, line) => sum + line.text.length + 1, 0);
  if (chars > maxNestedChars || own.length > maxNestedLines) {
    return own.map(({ text }) => text.trim()).filter((text) => text !== '');
  }
  const pieces: string[] = [];
  for (let at = from, inside = depth; at < to; at += 1, inside += 1) {
    const rest = shortText(lines, { from: at, to, depth: inside });
    if (rest !== undefined) return rest === '' ? pieces : [...pieces, rest];
    const first = lines[at];
    if (first) pieces.push(textAt(first, inside));
    const parts = splitAtMarks(lines, { from: at + 1, to, depth: inside + 1 });
    if (parts.length > 1) return [...pieces, ...parts.flatMap((part) => fitting(lines, part))];
  }
  return pieces;
}

/** undefined: it is too long for an item. */
function shortText(lines: readonly Line[], { from, to, depth }: Part): string | undefined {
  let end = to;
  while (end > from && lines[end - 1]?.text.trim() === '') end -= 1;
  const texts: string[] = [];
  let chars = 0;
  for (const line of lines.slice(from, Math.min(end, from + maxItemChars + 1))) {
    texts.push(textAt(line, depth));
    chars += (texts.at(-1)?.length ?? 0) + 1;
    if (chars > 2 * maxItemChars) return undefined;
  }
  const text = texts.join('\n').trimEnd();
  return text.length <= maxItemChars && end - from === texts.length ? text : undefined;
}
