/**
 * Markdown's blocks, line by line: which quotes and list items a line stands in, and what the line is. In: text. Out:
 * its lines. Pure. Unlike a parser it reads strictly from the front, so that what it said of a line still holds when
 * more text comes, and it can go on where it stopped. Only a table's head is known one line late.
 */

/** A list; two items of the same list share the object. */
export interface List {
  /** Offset of its first marker. */
  readonly at: number;
}

/** What a line may stand in. An item's width is its content's indent, in columns, measured inside its parent. */
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
  /** The second line of a heading that is underlined. */
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
  /** Where its words end, before the line ending. */
  readonly end: number;
  /** Where the next line starts; equal to `end` when the line is not ended yet. */
  readonly next: number;
  readonly kind: LineKind;
  /** Offset after all markers and indents of containers; for code the indent of the code itself follows. */
  readonly content: number;
  /** Offset at which the paragraph that the line belongs to begins; `content` for all other kinds. */
  readonly leaf: number;
  /** Outermost first. */
  readonly containers: readonly Container[];
  /** Offset after each container's marker or indent on this line; shorter than `containers` on a lazy line. */
  readonly marks: readonly number[];
  /** How many of the containers begin on this line. */
  readonly opened: number;
  /** Set on the opening line of a fence and on its content. */
  readonly fence?: Fence;
  /** Set on the rows of a table. */
  readonly table?: Table;
  /** Set while an HTML block is open: what ends it; a blank line when it is none. */
  readonly html?: { readonly until: RegExp | undefined };
}

/** `known` are lines of a text that this one begins with, or that begins with this one: they are not read again. */
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

/** The last whole line may still become a table's head, and its line ending may still be half of one. */
function stableCount(text: string, known: readonly Line[]): number {
  let count = known.length;
  while (count > 0 && (known[count - 1]?.next ?? 0) >= text.length) count -= 1;
  return Math.max(0, count - 1);
}

/** The index of the line that holds the offset. */
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

/** Whether a line that follows would be inside this line's fence. */
export function inFence(line: Line): boolean {
  return line.kind === 'fence' || line.kind === 'code';
}

function readLine(text: string, start: number, before: Line | undefined): Line {
  const end = start + match(/[^\r\n]*/y, text, start).length;
  const next = end + match(/\r\n|\r|\n/y, text, end).length;
  const held = stillOpen(before?.containers ?? [], text, start, end);
  const open = before?.containers ?? [];
  const all = held.containers.length === open.length;
  const bounds = { start, end, next };
  if (all && before && inFence(before) && before.fence) return inCode(text, bounds, held, before.fence);
  if (all && before?.html) return inHtml(text, bounds, held, before.html.until);
  return readOpening(text, bounds, held, before);
}

interface Bounds {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

interface Held {
  readonly containers: readonly Container[];
  readonly marks: readonly number[];
  /** Offset after the last mark. */
  readonly at: number;
}

/** Which of the open containers the line is in by its own markers and indents. */
function stillOpen(open: readonly Container[], text: string, start: number, end: number): Held {
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

function inCode(text: string, bounds: Bounds, held: Held, fence: Fence): Line {
  const indent = indentAt(text, held.at);
  const run = match(fence.mark.startsWith('~') ? /~*/y : /`*/y, text, indent.at);
  const closes =
    indent.columns < 4 &&
    run.length >= fence.mark.length &&
    text.slice(indent.at + run.length, bounds.end).trim() === '';
  const line = leafLine(bounds, held, closes ? 'fence-end' : 'code', 0);
  return closes ? line : { ...line, fence };
}

function inHtml(text: string, bounds: Bounds, held: Held, until: RegExp | undefined): Line {
  const words = text.slice(held.at, bounds.end);
  if (!until && words.trim() === '') return leafLine(bounds, held, 'blank', 0);
  const line = leafLine(bounds, held, 'html', 0);
  return until?.test(words) ? line : { ...line, html: { until } };
}

function leafLine(bounds: Bounds, held: Held, kind: LineKind, opened: number): Line {
  const { containers, marks, at } = held;
  return { ...bounds, kind, content: at, leaf: at, containers, marks, opened };
}

/** A line outside fences and HTML: first the containers that it opens, then what it is itself. */
function readOpening(text: string, bounds: Bounds, held: Held, before: Line | undefined): Line {
  const goesOn = before?.kind === 'paragraph' || before?.kind === 'head';
  const all = held.containers.length === (before?.containers.length ?? 0);
  let now = emptyItemEnds(text, bounds, held, before);
  let opened = 0;
  for (;;) {
    const more = openContainer(text, bounds, now, before, all && (goesOn || before?.kind === 'indented'));
    if (!more) break;
    now = more;
    opened += 1;
  }
  const indent = indentAt(text, now.at);
  if (indent.at >= bounds.end) return leafLine(bounds, now, 'blank', opened);
  const inside = { ...now, at: indent.at };
  const paragraph = goesOn && opened === 0 ? before : undefined;
  if (indent.columns > 3 && !paragraph) return leafLine(bounds, now, 'indented', opened);
  if (indent.columns > 3) return paragraphLine(bounds, inside, opened, paragraph);
  const table = all && opened === 0 ? before : undefined;
  const special = readLeaf(text, bounds, inside, opened, all ? paragraph : undefined, table, indent.columns);
  return special ?? paragraphLine(bounds, inside, opened, paragraph);
}

/** A paragraph goes on even where its containers' markers are missing. */
function paragraphLine(bounds: Bounds, held: Held, opened: number, paragraph: Line | undefined): Line {
  const line = leafLine(bounds, held, 'paragraph', opened);
  return paragraph ? { ...line, leaf: paragraph.leaf, containers: paragraph.containers } : line;
}

/** An item that begins with an empty line and a blank one after it ends there. */
function emptyItemEnds(text: string, bounds: Bounds, held: Held, before: Line | undefined): Held {
  const blank = indentAt(text, held.at).at >= bounds.end;
  const isEmptyItem = before?.kind === 'blank' && before.opened > 0 && before.containers.at(-1)?.kind === 'item';
  if (!blank || !isEmptyItem || held.containers.length < before.containers.length) return held;
  return { ...held, containers: held.containers.slice(0, -1), marks: held.marks.slice(0, -1) };
}

function openContainer(
  text: string,
  bounds: Bounds,
  held: Held,
  before: Line | undefined,
  interrupts: boolean,
): Held | undefined {
  const indent = indentAt(text, held.at);
  if (indent.columns > 3 || indent.at >= bounds.end) return undefined;
  if (text[indent.at] === '>') return within(held, { kind: 'quote' }, afterQuoteMark(text, indent.at));
  if (match(ruleLine, text, indent.at)) return undefined;
  return openItem(text, bounds, held, before, interrupts, indent);
}

const ruleLine = /([-*_])(?:[ \t]*\1){2,}[ \t]*(?=[\r\n]|$)/y;

function openItem(
  text: string,
  bounds: Bounds,
  held: Held,
  before: Line | undefined,
  interrupts: boolean,
  indent: Indent,
): Held | undefined {
  const note = match(/\[\^[^\]\s]+\]:/y, text, indent.at);
  const sign = match(/(?:[-+*]|\d{1,9}[.)])(?=[ \t\r\n]|$)/y, text, indent.at);
  const found = note || sign;
  if (!found) return undefined;
  const after = indent.at + found.length;
  const gap = indentAt(text, after);
  const empty = gap.at >= bounds.end;
  const number = /^\d/.test(sign) ? sign.slice(0, -1) : undefined;
  if (interrupts && (empty || (number !== undefined && Number(number) !== 1))) return undefined;
  const space = empty || gap.columns > 4 ? 1 : gap.columns;
  const width = note ? 4 : indent.columns + found.length + space;
  const marker = note ? '^' : found.slice(-1);
  const sibling = before?.containers[held.containers.length];
  const goesOn = sibling?.kind === 'item' && sibling.marker === marker;
  const at = indent.at;
  const list = goesOn ? sibling.list : { at };
  const ordinal = goesOn ? (sibling.ordinal ?? 0) + 1 : Number(number);
  const item = { kind: 'item', width, marker, at, list, ...(number !== undefined && { number, ordinal }) } as const;
  return within(held, item, empty ? bounds.end : skipColumns(text, after, space));
}

function within(held: Held, container: Container, at: number): Held {
  return { containers: [...held.containers, container], marks: [...held.marks, at], at };
}

/** What the line is, or undefined for a line of a paragraph. `paragraph` is the one that it would interrupt. */
function readLeaf(
  text: string,
  bounds: Bounds,
  held: Held,
  opened: number,
  paragraph: Line | undefined,
  table: Line | undefined,
  indent: number,
): Line | undefined {
  const words = text.slice(held.at, bounds.end);
  const fence = /^(`{3,})([^`]*)$|^(~{3,})(.*)$/.exec(words);
  if (fence) {
    const [, ticks, afterTicks, tildes, afterTildes] = fence;
    const info = (afterTicks ?? afterTildes ?? '').trim();
    return {
      ...leafLine(bounds, held, 'fence', opened),
      fence: { at: bounds.start, mark: ticks ?? tildes ?? '', info, indent },
    };
  }
  if (/^#{1,6}(?=[ \t]|$)/.test(words)) return leafLine(bounds, held, 'heading', opened);
  if (paragraph && /^(?:=+|-+)[ \t]*$/.test(words)) return leafLine(bounds, held, 'underline', opened);
  if (match(ruleLine, text, held.at)) return leafLine(bounds, held, 'rule', opened);
  const html = htmlStart(words, paragraph !== undefined);
  if (html) return { ...leafLine(bounds, held, 'html', opened), ...(html.ended ? {} : { html }) };
  if (paragraph && isDelimiter(words, text.slice(paragraph.content, paragraph.end))) {
    const head = text.slice(paragraph.content, paragraph.end);
    return { ...leafLine(bounds, held, 'delimiter', opened), table: { head, delimiter: words } };
  }
  if (table?.table) return { ...leafLine(bounds, held, 'row', opened), table: table.table };
  return undefined;
}

function isDelimiter(words: string, head: string): boolean {
  if (!/^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/.test(words)) return false;
  return (words.includes('|') || head.includes('|')) && cellCount(words) === cellCount(head);
}

function cellCount(row: string): number {
  return row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/).length;
}

const rawStart = /^<(script|pre|style|textarea)(?=[\s>]|$)/i;
const rawEnd = /<\/(?:script|pre|style|textarea)>/i;
const blockNames =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|' +
  'track|ul';
const blockStart = new RegExp(`^</?(?:${blockNames})(?=[\\s>]|/>|$)`, 'i');
const attribute = '\\s+[A-Za-z_:][\\w.:-]*(?:\\s*=\\s*(?:[^\\s"\'=<>`]+|\'[^\']*\'|"[^"]*"))?';
const tagAlone = new RegExp(`^(?:<[A-Za-z][\\w-]*(?:${attribute})*\\s*/?>|</[A-Za-z][\\w-]*\\s*>)[ \\t]*$`);

/** Whether an HTML block begins here, and what ends it. A tag of an unknown name begins one only on a line of its own. */
function htmlStart(words: string, interrupts: boolean): { until: RegExp | undefined; ended: boolean } | undefined {
  if (!words.startsWith('<')) return undefined;
  const until = rawStart.test(words)
    ? rawEnd
    : words.startsWith('<!--')
      ? /-->/
      : words.startsWith('<?')
        ? /\?>/
        : /^<![A-Za-z]/.test(words)
          ? />/
          : undefined;
  if (until) return { until, ended: until.test(words) };
  if (blockStart.test(words) || (!interrupts && tagAlone.test(words))) return { until: undefined, ended: false };
  return undefined;
}

interface Indent {
  readonly columns: number;
  /** Offset of the first character that is no space or tab. */
  readonly at: number;
}

function indentAt(text: string, from: number): Indent {
  let columns = 0;
  let at = from;
  for (; text[at] === ' ' || text[at] === '\t'; at += 1) columns += widthAt(text, at);
  return { columns, at };
}

function skipColumns(text: string, from: number, columns: number): number {
  let at = from;
  for (let left = columns; left > 0 && (text[at] === ' ' || text[at] === '\t'); at += 1) left -= widthAt(text, at);
  return at;
}

/** A tab reaches to the next multiple of four columns of its line. */
function widthAt(text: string, at: number): number {
  if (text[at] !== '\t') return 1;
  let column = 0;
  for (let here = text.lastIndexOf('\n', at) + 1; here < at; here += 1) {
    column += text[here] === '\t' ? 4 - (column % 4) : 1;
  }
  return 4 - (column % 4);
}

function afterQuoteMark(text: string, at: number): number {
  return text[at + 1] === ' ' || text[at + 1] === '\t' ? at + 2 : at + 1;
}

/** What a sticky pattern matches at the offset; empty for nothing. */
function match(sticky: RegExp, text: string, at: number): string {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? '';
}
