/**
 * Cuts a part out of a Markdown text so that it stands alone: reopens what is open at its start, and closes what is open at its
 * end. Pure.
 */
import { type Line, lineAt } from '../../../kit/markdown/block-scanner.ts';
import type { Container, List } from '../../../kit/markdown/containers.ts';
import { closeOpen } from '../../../kit/markdown/hold-back.ts';
import { scanInline } from '../../../kit/markdown/inline-scanner.ts';
import { htmlStart } from '../../../kit/markdown/line-kinds.ts';

/** How many characters of a fence's info string are repeated. */
const maxInfo = 40;

/** `lines`: the lines of the text; they may go on after `to`. */
export function excerpt(text: string, lines: readonly Line[], from: number, to: number): string {
  const index = lineAt(lines, from);
  const first = lines[index];
  if (!first) return '';
  const middle = from > first.start;
  let inherited = middle ? first.containers : first.containers.slice(0, first.containers.length - first.opened);
  const out = reopened(first, middle).map((line) => quoted(inherited, line));
  const numbered = createNumbering(from);
  for (const line of following(lines, index, endOfWords(lines, to))) {
    const shared = sharedCount(inherited, line.containers);
    if (shared < inherited.length) {
      // A number other than 1 would not begin a list right after a paragraph.
      if (out.length > 0 && startsNumber(line)) out.push('');
      inherited = inherited.slice(0, shared);
    }
    if (line === first && (middle || continuesParagraph(line))) {
      out.push(quoted(inherited, restOfLine(text, lines, index, from, to)));
      if (middle && line.kind === 'row' && line.next < to && lines[index + 1]?.kind === 'row') {
        out.push('', ...tableHead(line).map((row) => quoted(inherited, row)));
      }
    } else if (out.length > 0 || !isGap(line)) {
      const start = shared === 0 ? line.start : (line.marks[Math.min(shared, line.marks.length) - 1] ?? line.start);
      out.push(quoted(inherited, numbered(text, line, start, Math.min(line.end, to))));
    }
  }
  return closeOpen(out.join('\n'));
}

/** The same without the quotes and list items around it, for when their markers alone are too long. */
export function bareExcerpt(text: string, lines: readonly Line[], from: number, to: number): string {
  const out: string[] = [];
  for (const line of following(lines, lineAt(lines, from), to)) {
    out.push(text.slice(Math.max(from, line.content), Math.min(line.end, to)));
  }
  return closeOpen(guarded(out.join('\n').trimStart()));
}

function* following(lines: readonly Line[], index: number, to: number): Generator<Line> {
  for (let at = index; ; at += 1) {
    const line = lines[at];
    if (!line || line.start >= to) return;
    yield line;
  }
}

function startsNumber(line: Line): boolean {
  const first = line.containers[line.containers.length - line.opened];
  return first?.kind === 'item' && first.number !== undefined;
}

/** A message neither begins nor ends with a blank line or a rule. */
function isGap(line: Line): boolean {
  return line.kind === 'blank' || line.kind === 'rule';
}

function endOfWords(lines: readonly Line[], to: number): number {
  let end = to;
  for (let index = lineAt(lines, to); index >= 0; index -= 1) {
    const line = lines[index];
    if (!line || (line.start < to && !isGap(line))) break;
    end = Math.min(end, line.start);
  }
  return end;
}

/** Lines that are repeated: the opening line of a fence, the head of a table. */
function reopened(first: Line, middle: boolean): readonly string[] {
  if (first.kind === 'code' && first.fence) {
    const { mark, info, indent } = first.fence;
    return [`${' '.repeat(indent)}${mark}${info.slice(0, maxInfo)}`];
  }
  return first.kind === 'row' && !middle ? tableHead(first) : [];
}

function tableHead(row: Line): readonly string[] {
  return row.table ? [row.table.head, row.table.delimiter] : [];
}

/** How many of the containers continue, counted from the outermost. */
function sharedCount(inherited: readonly Container[], containers: readonly Container[]): number {
  const differs = inherited.findIndex((container, index) => containers[index] !== container);
  return differs === -1 ? inherited.length : differs;
}

/** A quote keeps its marker; an item that began in an earlier message loses its indent. */
function quoted(containers: readonly Container[], words: string): string {
  const prefix = '> '.repeat(containers.filter(({ kind }) => kind === 'quote').length);
  return words.trim() === '' ? prefix.trimEnd() : `${prefix}${words}`;
}

/** Whether the line continues a paragraph. */
function continuesParagraph(line: Line): boolean {
  return line.kind === 'paragraph' && line.leaf !== line.content;
}

/** The rest of a line that was cut, with its emphasis reopened. */
function restOfLine(text: string, lines: readonly Line[], index: number, from: number, to: number): string {
  const line = lines[index];
  if (!line) return '';
  const rest = text.slice(Math.max(from, line.content), Math.min(line.end, to));
  if (line.kind === 'code') return rest;
  const words = rest.trimStart();
  if (line.kind !== 'paragraph' && line.kind !== 'heading') return guarded(words);
  const open = openAt(text, line.leaf, from);
  return open !== '' && staysOpen(text, lines, index, from, to, open) ? `${open}${words}` : guarded(words);
}

/** A long paragraph is scanned in pieces of this size, each only once, although each of its messages needs them. */
const pieceChars = 4_000;
/** A piece ends at white space, if there is any within this many characters. */
const maxWordChars = 200;

/** The delimiters open at `from`. Cached, since many ends are tried for the same start. */
function openAt(text: string, leaf: number, from: number): string {
  const known = read?.leaf === leaf && read.at <= from && continuesText(text, read.text) ? read : undefined;
  if (known?.from === from) {
    read = { ...known, text };
    return known.open;
  }
  let [at, before] = known ? [known.at, known.before] : [leaf, ''];
  while (from - at > pieceChars + maxWordChars) {
    const end = at + pieceChars + endOfPiece(text.slice(at + pieceChars - 1, at + pieceChars + maxWordChars));
    before = scanInline(before + text.slice(at, end), true).open;
    at = end;
  }
  const { open } = scanInline(before + text.slice(at, from), true);
  read = { text, leaf, at, before, from, open };
  return open;
}

/** Compares for equality first, which is fast for the same string, the most common case. */
function continuesText(text: string, earlier: string): boolean {
  return text === earlier || text.startsWith(earlier);
}

interface Read {
  readonly text: string;
  readonly leaf: number;
  /** Where the last piece begins, and the delimiters that are open there. */
  readonly at: number;
  readonly before: string;
  readonly from: number;
  readonly open: string;
}

let read: Read | undefined;

/** How many characters after the first still belong to the piece, so that no run of marks and no character is split. */
function endOfPiece(chars: string): number {
  const blank = chars.search(/\s[^\s*_~`\\]/);
  return Math.max(0, blank === -1 ? chars.search(/[^*_~`\\][^*_~`\\\udc00-\udfff]/) : blank);
}

/** Whether the delimiters open at the cut are closed later; those that the paragraph never closes are not reopened. */
function staysOpen(
  text: string,
  lines: readonly Line[],
  index: number,
  from: number,
  to: number,
  open: string,
): boolean {
  let last = index;
  while (lines[last + 1]?.leaf === lines[index]?.leaf) last += 1;
  const end = lines[last]?.end ?? to;
  if (end >= to) return true;
  return scanInline(open + text.slice(from, end).trimStart(), true).open === '';
}

/** Escapes words from the middle of a line that would become a heading, item, quote, fence or HTML at the start of one. */
function guarded(words: string): string {
  const number = /^\d{1,9}(?=[.)](?:\s|$))/.exec(words)?.[0];
  if (number !== undefined) return `${number}\\${words.slice(number.length)}`;
  const special = /^(?:[-+*](?=\s|$)|#{1,6}(?=\s|$)|>|`{3}|~{3}|([-*_])(?:[ \t]*\1){2,}[ \t]*(?:\n|$))/;
  return special.test(words) || htmlStart(words.split('\n', 1)[0] ?? '', false) ? `\\${words}` : words;
}

/**
 * An item from the middle of a list begins a new list here and must keep its number: if every item was written as `1.`,
 * the number is corrected and the content of the item indented to match. Returns a function that maps a line between two
 * offsets to its text; call it for each line in order.
 */
function createNumbering(from: number): (text: string, line: Line, start: number, end: number) => string {
  const lists = new Set<List>();
  const wider = new Map<Container, number>();
  return (text, line, start, end) => {
    let words = text.slice(start, end);
    for (let index = line.containers.length - 1; index >= 0; index -= 1) {
      const item = line.containers[index];
      if (item?.kind !== 'item' || item.number === undefined) continue;
      const begins = index >= line.containers.length - line.opened;
      const at = (begins ? item.at : (line.marks[index] ?? start)) - start;
      const insert = begins ? numberOf(item, item.number) : ' '.repeat(wider.get(item) ?? 0);
      const rest = at + (begins ? item.number.length : 0);
      if (at >= 0 && at <= words.length) words = words.slice(0, at) + insert + words.slice(rest);
    }
    return words;
  };

  function numberOf(item: Item, written: string): string {
    const isFirst = !lists.has(item.list) && item.list.at < from;
    lists.add(item.list);
    if (!isFirst || Number(written) === item.ordinal) return written;
    const correct = String(item.ordinal);
    wider.set(item, Math.max(0, correct.length - written.length));
    return correct;
  }
}

type Item = Extract<Container, { kind: 'item' }>;
