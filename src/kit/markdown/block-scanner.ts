/**
 * The block structure of Markdown, line by line: the containers that each line is in, and its kind. Pure.
 *
 * Unlike a parser, it reads strictly forward: later text does not change the result for a line, so scanning can resume where
 * it stopped. Only the header row of a table is recognized one line late.
 */

import { type Container, type Held, indentAt, match, openContainer, stillOpen } from './containers.ts';
import {
  closesFence,
  type Definition,
  htmlStart,
  isDelimiter,
  isHeading,
  isRule,
  isUnderline,
  readDefinition,
  readFence,
} from './line-kinds.ts';

export interface Fence {
  /** Offset of the opening line. */
  readonly at: number;
  /** The run of backticks or tildes. */
  readonly mark: string;
  readonly info: string;
  /** Columns before the mark, inside its container. */
  readonly indent: number;
}

export interface Table {
  readonly head: string;
  readonly delimiter: string;
}

export type LineKind =
  | 'blank'
  | 'paragraph'
  | 'heading'
  /** The underline of a setext heading. */
  | 'underline'
  | 'rule'
  /** The opening line of a fence; its content is `code`. */
  | 'fence'
  | 'code'
  | 'fence-end'
  | 'indented'
  | 'html'
  | 'head'
  | 'delimiter'
  | 'row';

export interface Line {
  readonly start: number;
  /** Where its text ends, before the line ending. */
  readonly end: number;
  /** Where the next line starts; equal to `end` while the line has no line ending yet. */
  readonly next: number;
  readonly kind: LineKind;
  /** Offset after the markers and indents of all containers; the indent of code itself comes after it. */
  readonly content: number;
  /** Start of the paragraph that the line belongs to; equal to `content` for all other kinds. */
  readonly leaf: number;
  /** Outermost first. */
  readonly containers: readonly Container[];
  /** Offset after each container's marker or indent on this line; shorter than `containers` on a lazy continuation line. */
  readonly marks: readonly number[];
  /** How many of the containers begin on this line. */
  readonly opened: number;
  /** Set on the opening line of a fence and on its content. */
  readonly fence?: Fence;
  /** Set on the leading lines of a paragraph that are link reference definitions. */
  readonly definition?: Definition;
  /** Set on the delimiter row and the body rows of a table. */
  readonly table?: Table;
  /** Set while an HTML block is open. `until` ends it; undefined if a blank line does. */
  readonly html?: { readonly until: RegExp | undefined };
}

/** `known`: the lines of a prefix or of an extension of this text; they are not scanned again. */
export function scan(text: string, known: readonly Line[] = []): readonly Line[] {
  const lines = known.slice(0, stableCount(text, known));
  for (let start = lines.at(-1)?.next ?? 0; start < text.length; ) {
    const before = lines.at(-1);
    const line = readLine(text, start, before);
    if (line.kind === 'delimiter' && before)
      lines[lines.length - 1] = { ...before, kind: 'head', leaf: before.content };
    lines.push(line);
    start = line.next;
  }
  return lines;
}

/**
 * Reads lines one after another and keeps only the last one. Lines are given without their ending. Unlike in `scan`, an HTML
 * block ends with its line, so that tags hide no fence below them.
 */
export interface LineReader {
  /** The next line, if it were this one. */
  peek(line: string): Line;
  take(line: string): void;
}

export function createLineReader(): LineReader {
  let text = '';
  let before: Line | undefined;
  const peek = (line: string): Line => readLine(text + line, text.length, before);
  return {
    peek,
    take(line) {
      const { start, end, content, leaf, html: _, ...read } = peek(line);
      text = `${line}\n`;
      before = { ...read, start: 0, end: end - start, next: text.length, content: content - start, leaf: leaf - start };
    },
  };
}

/** The last line may be incomplete, and the one before it may still become the header row of a table. */
function stableCount(text: string, known: readonly Line[]): number {
  let count = known.length - 1;
  while (count > 0 && (known[count - 1]?.next ?? 0) >= text.length) count -= 1;
  return Math.max(0, count - 1);
}

/** The index of the line that contains the offset. */
export function lineAt(lines: readonly Line[], offset: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

const wordless: ReadonlySet<LineKind> = new Set(['blank', 'rule', 'fence', 'fence-end', 'delimiter', 'underline']);

/** The link reference definition on the line, if any. */
export function definitionOf(line: Line): Definition | undefined {
  return line.kind === 'paragraph' ? line.definition : undefined;
}

/** The offset of the first visible text from `from` on. Rules, tags and markers do not count. */
export function firstWord(text: string, lines: readonly Line[], from: number): number | undefined {
  for (let index = lineAt(lines, from); index < lines.length; index += 1) {
    const line = lines[index];
    if (!line || wordless.has(line.kind) || definitionOf(line)) continue;
    const start = Math.max(from, line.content);
    const words = text.slice(start, line.end);
    const at = match(line.kind === 'html' ? /(?:\s+|<[^>]*>?)*/y : /\s*/y, words, 0).length;
    if (at < words.length) return start + at;
  }
  return undefined;
}

/** Whether a fence is open after this line. */
export function inFence(line: Line): boolean {
  return line.kind === 'fence' || line.kind === 'code';
}

function readLine(text: string, start: number, before: Line | undefined): Line {
  const end = start + match(/[^\r\n]*/y, text, start).length;
  const next = end + match(/\r\n|\r|\n/y, text, end).length;
  const open = before?.containers ?? [];
  const held = stillOpen(open, text, start, end);
  const continuesAll = held.containers.length === open.length;
  const bounds = { start, end, next };
  if (continuesAll && before && inFence(before) && before.fence) return inCode(text, bounds, held, before.fence);
  if (continuesAll && before?.html) return inHtml(text, bounds, held, before.html.until);
  return readOpening(text, bounds, continuesAll ? emptyItemEnds(text, end, held, before) : held, before, continuesAll);
}

interface Bounds {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

function inCode(text: string, bounds: Bounds, held: Held, fence: Fence): Line {
  const indent = indentAt(text, held.at);
  const closes = indent.columns < 4 && closesFence(text.slice(indent.at, bounds.end), fence.mark);
  const line = leafLine(bounds, held, closes ? 'fence-end' : 'code', 0);
  return closes ? line : { ...line, fence };
}

function inHtml(text: string, bounds: Bounds, held: Held, until: RegExp | undefined): Line {
  const words = text.slice(held.at, bounds.end);
  if (!until && /^[ \t]*$/.test(words)) return leafLine(bounds, held, 'blank', 0);
  const line = leafLine(bounds, held, 'html', 0);
  return until?.test(words) ? line : { ...line, html: { until } };
}

function leafLine(bounds: Bounds, held: Held, kind: LineKind, opened: number): Line {
  const { containers, marks, at } = held;
  return { ...bounds, kind, content: at, leaf: at, containers, marks, opened };
}

/** A list item that begins with a blank line ends at the next blank line. */
function emptyItemEnds(text: string, end: number, held: Held, before: Line | undefined): Held {
  const blank = indentAt(text, held.at).at >= end;
  const isEmptyItem = before?.kind === 'blank' && before.opened > 0 && before.containers.at(-1)?.kind === 'item';
  if (!blank || !isEmptyItem) return held;
  return { ...held, containers: held.containers.slice(0, -1), marks: held.marks.slice(0, -1) };
}

/** A line outside fences and HTML blocks: first the containers that it opens, then its own kind. */
function readOpening(text: string, bounds: Bounds, held: Held, before: Line | undefined, continuesAll: boolean): Line {
  const continuesText = before?.kind === 'paragraph' || before?.kind === 'head';
  // As in micromark, a list interrupts indented code only where it could interrupt a paragraph.
  const interrupts = continuesAll && (continuesText || before?.kind === 'indented');
  let now = held;
  for (;;) {
    const more = openContainer(text, bounds.end, now, before?.containers ?? [], interrupts);
    if (!more) break;
    now = more;
  }
  const opened = now.containers.length - held.containers.length;
  const indent = indentAt(text, now.at);
  if (indent.at >= bounds.end) return leafLine(bounds, now, 'blank', opened);
  const paragraph = continuesText && opened === 0 ? before : undefined;
  if (indent.columns > 3 && !paragraph) return leafLine(bounds, now, 'indented', opened);
  const line = leafLine(bounds, { ...now, at: indent.at }, 'paragraph', opened);
  const words = text.slice(indent.at, bounds.end);
  const leaf = indent.columns > 3 ? undefined : readLeaf(text, words, line, paragraph, continuesAll, indent.columns);
  if (leaf) return { ...line, ...leaf };
  if (continuesAll && opened === 0 && before?.table && indent.columns < 4)
    return { ...line, kind: 'row', table: before.table };
  // Lazy continuation: a paragraph continues even without the markers of its containers.
  const definition = paragraph && !paragraph.definition ? undefined : readDefinition(words);
  return {
    ...line,
    ...(definition && { definition }),
    ...(paragraph && { leaf: paragraph.leaf, containers: paragraph.containers }),
  };
}

/** The line's kind, unless it is part of a paragraph. `paragraph`: the paragraph that it would interrupt. */
function readLeaf(
  text: string,
  words: string,
  line: Line,
  paragraph: Line | undefined,
  continuesAll: boolean,
  indent: number,
): Partial<Line> | undefined {
  const fence = readFence(words);
  if (fence) return { kind: 'fence', fence: { ...fence, at: line.start, indent } };
  if (isHeading(words)) return { kind: 'heading' };
  if (continuesAll && paragraph && isUnderline(words)) return { kind: 'underline' };
  if (isRule(words)) return { kind: 'rule' };
  const html = htmlStart(words, paragraph !== undefined);
  if (html) return { kind: 'html', ...(html.ended ? {} : { html }) };
  const head = continuesAll && paragraph ? text.slice(paragraph.content, paragraph.end) : '';
  return head !== '' && isDelimiter(words, head) ? { kind: 'delimiter', table: { head, delimiter: words } } : undefined;
}
