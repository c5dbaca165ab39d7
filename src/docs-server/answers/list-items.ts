/**
 * A long list cut into its items, long items into their sentences and the items inside them. In: a list's Markdown.
 * Out: Markdown. Pure.
 */

import { toParagraphs, toSentences } from './sentences.ts';

/** What can be shown by itself. */
export interface Piece {
  readonly text: string;
  /** Which piece begins the item that it goes on with; its own position where it begins one. */
  readonly item: number;
}

/** An item above this is cut: first its sentences, then the items inside it, then its end. */
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

const mark = /^ *(?:[-*+]|\d+[.)])\s+/;
const goesOnMark = /^ *(?:[-*+]|\d+[.)])\s+… /;

/** The pieces in their order; one from the middle of an item begins with the item's mark and `…`. */
export function toItems(list: string): readonly Piece[] {
  const lines = list.split('\n').map(toLine);
  const parts = splitAtMarks(lines, { from: 0, to: lines.length, depth: 0 });
  const texts = parts.flatMap((part) => fitting(lines, part));
  let item = 0;
  return texts.map((text, at) => {
    if (!goesOnMark.test(text)) item = at;
    return { text, item };
  });
}

/** What a piece says, to stand behind another piece of its item. */
export function withoutMark(text: string): string {
  return text.replace(goesOnMark, '');
}

function toLine(text: string): Line {
  const indent = text.search(/[^ ]|$/);
  return { text, indent, isMark: mark.test(text) };
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
  for (let at = from, inside = depth; at < to; inside += 1) {
    const rest = shortText(lines, { from: at, to, depth: inside });
    if (rest !== undefined) return rest === '' ? pieces : [...pieces, rest];
    const end = endOfPiece(lines, at, to);
    const text = lines
      .slice(at, end)
      .map((line) => textAt(line, inside))
      .join('\n');
    if (isWords(lines[at])) pieces.push(...inSentences(text));
    else if (text.trim() !== '') pieces.push(text);
    at = end;
    const parts = splitAtMarks(lines, { from: at, to, depth: inside + 1 });
    if (parts.length > 1) return [...pieces, ...parts.flatMap((part) => fitting(lines, part))];
  }
  return pieces;
}

/** Where the paragraph or the code ends that begins here; anything else is taken by line. */
function endOfPiece(lines: readonly Line[], at: number, to: number): number {
  let end = at + 1;
  if (isFence(lines[at])) {
    while (end < to && !isFence(lines[end])) end += 1;
    return Math.min(end + 1, to);
  }
  if (!isWords(lines[at])) return end;
  while (end < to && isWords(lines[end]) && !lines[end]?.isMark) end += 1;
  return end;
}

function isFence(line: Line | undefined): boolean {
  return /^ *(?:```|~~~)/.test(line?.text ?? '');
}

function isWords(line: Line | undefined): boolean {
  return line !== undefined && !isFence(line) && !/^ *(?:$|[|>])/.test(line.text);
}

/** Authors break lines anywhere: a long item is cut where its sentences end. */
function inSentences(text: string): readonly string[] {
  const [own = ''] = mark.exec(text) ?? [];
  const [first, ...others] = toParagraphs(toSentences(text.slice(own.length)));
  if (first === undefined) return [];
  return [own + first, ...others.map((other) => (own === '' ? other : `${own}… ${other}`))];
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
  const text = texts
    .join('\n')
    .replace(/^\s*\n/, '')
    .trimEnd();
  return text.length <= maxItemChars && end - from === texts.length ? text : undefined;
}
