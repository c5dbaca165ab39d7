/**
 * Splits a long list into items, and long items into sentences and nested items. In: the Markdown of a list. Out: Markdown.
 * Pure.
 */

import { toParagraphs, toSentences } from './sentences.ts';

/** A part of a list that makes sense by itself. */
export interface Piece {
  readonly text: string;
  /** Position of the piece that begins its item; its own position if it is that piece. */
  readonly item: number;
}

/** Longer items are split: into their sentences, then nested items, then the rest. */
const maxItemChars = 500;
/** Items longer than this are split by line: nobody reads them as one. */
const maxNestedChars = 10_000;
const maxNestedLines = 1_000;

interface Line {
  readonly text: string;
  /** Leading spaces. */
  readonly indent: number;
  /** Whether it begins an item. */
  readonly isMark: boolean;
}

const mark = /^ *(?:[-*+]|\d+[.)])\s+/;
const goesOnMark = /^ *(?:[-*+]|\d+[.)])\s+… /;

/** The pieces in order. One from the middle of an item begins with the item's marker and `…`. */
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

/** The text of a piece without the marker, to be appended to another piece of its item. */
export function withoutMark(text: string): string {
  return text.replace(goesOnMark, '');
}

function toLine(text: string): Line {
  const indent = text.search(/[^ ]|$/);
  return { text, indent, isMark: mark.test(text) };
}

/** A range of lines. In a nested list they are read without the indentation of the enclosing lists. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

const indentOfDepth = 4;

function textAt({ text, indent }: Line, depth: number): string {
  return text.slice(Math.min(indent, depth * indentOfDepth));
}

/** Every part but the first begins with a marker. */
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

/** The end of the paragraph or code block that begins here; anything else is one line. */
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

/** Splits at the ends of sentences, since authors break lines anywhere. */
function inSentences(text: string): readonly string[] {
  const [own = ''] = mark.exec(text) ?? [];
  const [first, ...others] = toParagraphs(toSentences(text.slice(own.length)));
  if (first === undefined) return [];
  return [own + first, ...others.map((other) => (own === '' ? other : `${own}… ${other}`))];
}

/** Returns undefined if it is too long for one item. */
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
