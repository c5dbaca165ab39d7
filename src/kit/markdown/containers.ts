/**
 * The container blocks of Markdown (quotes, list items, footnotes): which ones a line continues, and which it opens. Pure.
 */
import { isRule } from './line-kinds.ts';

/** A list; its items share the object. */
export interface List {
  /** Offset of its first marker. */
  readonly at: number;
}

/** A container block. `width`: the indent of an item's content, in columns, relative to its parent. */
export type Container =
  | { readonly kind: 'quote' }
  | {
      readonly kind: 'item';
      readonly width: number;
      /** `-`, `+` or `*`; `.` or `)` for a numbered list; `^` for a footnote. */
      readonly marker: string;
      /** Offset of the marker. */
      readonly at: number;
      /** The number as written and the number as shown, which counts from the list's first. */
      readonly number?: string;
      readonly ordinal?: number;
      readonly list: List;
    };

/** The containers of a line, as far as the line has been read. */
export interface Held {
  readonly containers: readonly Container[];
  readonly marks: readonly number[];
  /** Offset after the last marker. */
  readonly at: number;
}

/** The open containers that the line continues by its own markers and indents. */
export function stillOpen(open: readonly Container[], text: string, start: number, end: number): Held {
  const marks: number[] = [];
  let at = start;
  for (const container of open) {
    const indent = indentAt(text, at);
    if (container.kind === 'quote') {
      if (indent.columns > 3 || text[indent.at] !== '>') break;
      at = afterQuoteMark(text, indent.at);
    } else if (indent.at < end) {
      if (indent.columns < container.width) break;
      at = skipColumns(text, at, container.width);
    }
    marks.push(at);
  }
  return { containers: open.slice(0, marks.length), marks, at };
}

/** Maximum nesting; markers beyond it are skipped. */
export const maxDepth = 20;

/** Matches one quote or list marker with the white space before it. */
export const anyMarker = '[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])(?=[ \\t]))';
const markers = new RegExp(`(?:${anyMarker})+`, 'y');

/** Opens the container that begins at the current position; undefined if none does. */
export function openContainer(
  text: string,
  end: number,
  held: Held,
  before: readonly Container[],
  interrupts: boolean,
): Held | undefined {
  if (held.containers.length >= maxDepth) {
    const skipped = match(markers, text, held.at).length;
    return skipped > 0 ? { ...held, at: held.at + skipped } : undefined;
  }
  const indent = indentAt(text, held.at);
  if (indent.columns > 3 || indent.at >= end) return undefined;
  if (text[indent.at] === '>') return within(held, { kind: 'quote' }, afterQuoteMark(text, indent.at));
  if (isRule(text.slice(indent.at, end))) return undefined;
  return openItem(text, end, held, before[held.containers.length], interrupts);
}

/** Opens a list item or a footnote definition. Adjacent items with the same marker belong to the same list. */
function openItem(
  text: string,
  end: number,
  held: Held,
  sibling: Container | undefined,
  interrupts: boolean,
): Held | undefined {
  const { at, columns } = indentAt(text, held.at);
  const note = match(/\[\^[^\]\s]+\]:/y, text, at);
  const sign = match(/(?:[-+*]|\d{1,9}[.)])(?=[ \t\r\n]|$)/y, text, at);
  const found = note || sign;
  if (!found) return undefined;
  const gap = indentAt(text, at + found.length);
  const empty = gap.at >= end;
  const number = /^\d/.test(sign) ? sign.slice(0, -1) : undefined;
  if (interrupts && !note && (empty || (number !== undefined && Number(number) !== 1))) return undefined;
  const space = empty || gap.columns > 4 ? 1 : gap.columns;
  const width = note ? 4 : columns + found.length + space;
  const marker = note ? '^' : found.slice(-1);
  const continuesList = sibling?.kind === 'item' && sibling.marker === marker;
  const list = continuesList ? sibling.list : { at };
  const ordinal = continuesList ? (sibling.ordinal ?? 0) + 1 : Number(number);
  const item = { kind: 'item', width, marker, at, list, ...(number !== undefined && { number, ordinal }) } as const;
  return within(held, item, empty ? end : note ? gap.at : skipColumns(text, at + found.length, space));
}

function within(held: Held, container: Container, at: number): Held {
  return { containers: [...held.containers, container], marks: [...held.marks, at], at };
}

interface Indent {
  readonly columns: number;
  /** Offset of the first character that is not a space or tab. */
  readonly at: number;
}

/** The white space at an offset. */
export function indentAt(text: string, from: number): Indent {
  return readBlanks(text, from, Number.POSITIVE_INFINITY);
}

function skipColumns(text: string, from: number, columns: number): number {
  return readBlanks(text, from, columns).at;
}

/** White space up to this many columns. Tab stops are at every fourth column of the line. */
function readBlanks(text: string, from: number, maxColumns: number): Indent {
  let column = 0;
  const read = (at: number): void => {
    column += text[at] === '\t' ? 4 - (column % 4) : 1;
  };
  for (let at = lineStart(text, from); at < from; at += 1) read(at);
  const first = column;
  let at = from;
  for (; column - first < maxColumns && (text[at] === ' ' || text[at] === '\t'); at += 1) read(at);
  return { columns: column - first, at };
}

function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start -= 1;
  return start;
}

function afterQuoteMark(text: string, at: number): number {
  return text[at + 1] === ' ' || text[at + 1] === '\t' ? at + 2 : at + 1;
}

/** The match of a sticky pattern at the offset; empty if there is none. */
export function match(sticky: RegExp, text: string, at: number): string {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? '';
}
