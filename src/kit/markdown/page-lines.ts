/**
 * The lines of a page as documentation sites write them: which are code, and which container (list item, note, tab, footnote,
 * component) a line is in. Pure. The only place that follows fences and containers through a page. More lenient than
 * block-scanner, which follows CommonMark: sites indent fences within components, and the content of notes and tabs.
 */

/** A line that begins fenced code. */
export interface FenceMark {
  /** The prefix before the mark: white space, quote marks, or a list mark. */
  readonly before: string;
  /** The run of backticks or tildes. */
  readonly mark: string;
  /** The info string: the language first. */
  readonly facts: string;
}

export type PageLineKind = 'blank' | 'text' | 'fence' | 'code' | 'fence-end' | 'indented';

export interface PageLine {
  readonly text: string;
  readonly kind: PageLineKind;
  /** The column at which the content of its innermost container begins; for indented code, four less than its own. */
  readonly column: number;
  /** Of the line that begins a fence. */
  readonly fence?: FenceMark;
}

/** undefined: the line does not begin fenced code. */
export function readFenceMark(line: string): FenceMark | undefined {
  if (!line.includes('```') && !line.includes('~~~')) return undefined;
  const found = /^(\s*(?:(?:>|[-*+]|\d{1,9}[.)])\s+|>)*)(`{3,}(?=[^`]*$)|~{3,})\s*(.*)$/s.exec(line);
  return found ? { before: found[1] ?? '', mark: found[2] ?? '', facts: found[3] ?? '' } : undefined;
}

/** Whether the line ends the code that `mark` began. */
export function isFenceEnd(line: string, mark: string): boolean {
  if (!line.includes(mark)) return false;
  const bare = line.replace(/^\s*(?:>\s*)*/, '').trimEnd();
  return bare.startsWith(mark) && bare.replaceAll(mark.charAt(0), '') === '';
}

/** An open container. `column`: where its content begins. */
interface Open {
  readonly column: number;
  /** Components and template tags hold text at any depth, never indented code. */
  readonly isLoose: boolean;
}

/** `hasIndentedCode`: MDX has none. */
export function readPageLines(source: string, hasIndentedCode: boolean): readonly PageLine[] {
  const lines: PageLine[] = [];
  let open: readonly Open[] = [];
  let mark: string | undefined;
  let before: PageLineKind = 'blank';
  for (const text of source.split('\n')) {
    const line = read(text);
    before = line.kind;
    lines.push(line);
  }
  return lines;

  function read(text: string): PageLine {
    const column = open.at(-1)?.column ?? 0;
    if (mark !== undefined) {
      if (!isFenceEnd(text, mark)) return { text, kind: 'code', column };
      mark = undefined;
      return { text, kind: 'fence-end', column };
    }
    if (!hasIndentedCode) return readFlat(text);
    const depth = depthOf(text);
    if (depth === Number.POSITIVE_INFINITY) return { text, kind: 'blank', column };
    const inner = open.findLastIndex((container) => depth >= container.column) + 1;
    // A paragraph continues without the indentation of its containers.
    const isLazy = before === 'text' && inner < open.length && !startsBlock(text);
    if (!isLazy) open = open.slice(0, inner);
    const own = open.at(-1);
    const at = own?.column ?? 0;
    const fence = readFenceMark(text);
    if (fence) {
      open = [...open, ...itemsOf(fence.before)];
      mark = fence.mark;
      return { text, kind: 'fence', column: at, fence };
    }
    const mayBeCode = depth >= at + 4 && !own?.isLoose && !isLazy;
    if (mayBeCode && before !== 'text') return { text, kind: 'indented', column: at };
    if (!isLazy) open = [...open, ...opened(text, depth)].slice(0, maxDepth);
    return { text, kind: 'text', column: at };
  }

  function readFlat(text: string): PageLine {
    if (text.trim() === '') return { text, kind: 'blank', column: 0 };
    const fence = readFenceMark(text);
    mark = fence?.mark;
    return fence ? { text, kind: 'fence', column: 0, fence } : { text, kind: 'text', column: 0 };
  }
}

/** Deeper containers count as part of the ones around them. */
const maxDepth = 40;

const listMark = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s+|$)/;
/** Notes and tabs of MkDocs, footnotes: their content is indented by four. */
const indenting = /^\s*(?:!!!|\?\?\?|===|\[\^[^\]\s]{1,100}\]:|:::?\s)/;
const definition = /^\s*:\s+(?=\S)/;

/** The containers that a line of text opens. */
function opened(text: string, depth: number): readonly Open[] {
  if (indenting.test(text)) return [{ column: depth + 4, isLoose: false }];
  const term = definition.exec(text);
  if (term) return [{ column: Math.min(columnsOf(term[0]), depth + 4), isLoose: false }];
  const bare = text.trimStart();
  if (bare.startsWith('<') ? opensTag(bare) : bare.startsWith('{')) return [{ column: depth + 1, isLoose: true }];
  return itemsOf(text);
}

/** The list items that a line opens: `- 1. text` opens two. */
function itemsOf(text: string): readonly Open[] {
  const items: Open[] = [];
  let column = 0;
  let rest = text;
  for (let found = listMark.exec(rest); found && items.length < maxDepth; found = listMark.exec(rest)) {
    if (/^\s*(?:[-*]\s*){3,}$/.test(rest)) break;
    const sign = found[0].trimEnd();
    const blanks = columnsOf(found[0], column) - columnsOf(sign, column);
    const isEmpty = rest.length === found[0].length;
    column += columnsOf(sign, column) + (isEmpty || blanks > 4 ? 1 : blanks);
    items.push({ column, isLoose: false });
    rest = rest.slice(found[0].length);
  }
  return items;
}

/** Whether more tags are opened on the line than are closed. A tag whose end is on a later line counts as opened. */
function opensTag(text: string): boolean {
  if (text.startsWith('<!')) return false;
  const begun = text.match(/<[A-Za-z](?!\w*:\/\/)/g)?.length ?? 0;
  const ended = text.match(/<\/[A-Za-z]|\/>|<(?:br|img|hr|input|meta|link|source|wbr|col)\b/gi)?.length ?? 0;
  return begun > ended;
}

function startsBlock(text: string): boolean {
  return listMark.test(text) || indenting.test(text) || /^\s*(?:#{1,6}\s|<|>|\||`{3}|~{3}|[-*_]{3,}\s*$)/.test(text);
}

/** The columns of white space before the text; infinite for a blank line. */
function depthOf(text: string): number {
  const end = text.search(/\S/);
  return end === -1 ? Number.POSITIVE_INFINITY : columnsOf(text.slice(0, end));
}

/** The width of a text that begins at a column; tab stops are at every fourth. */
function columnsOf(text: string, from = 0): number {
  let column = from;
  for (const char of text) column += char === '\t' ? 4 - (column % 4) : 1;
  return column - from;
}

/** A line without this many columns of white space at its beginning. */
function withoutIndent(text: string, columns: number): string {
  let column = 0;
  let at = 0;
  for (; column < columns && (text[at] === ' ' || text[at] === '\t'); at += 1)
    column += text[at] === '\t' ? 4 - (column % 4) : 1;
  return ' '.repeat(Math.max(0, column - columns)) + text.slice(at);
}

/** Whole lines of a page: fenced code with its fences, or the text between fences. */
export interface Stretch {
  readonly isCode: boolean;
  readonly text: string;
}

/** The stretches of a page whose code is all in fences, in order; joined with line ends, they are the source again. */
export function toStretches(source: string): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let lines: string[] = [];
  const flush = (isCode: boolean): void => {
    if (lines.length > 0) stretches.push({ isCode, text: lines.join('\n') });
    lines = [];
  };
  let isOpen = false;
  for (const { text, kind } of readPageLines(source, false)) {
    if (kind === 'fence') flush(false);
    lines.push(text);
    if (kind === 'fence-end') flush(true);
    isOpen = kind === 'fence' || kind === 'code';
  }
  flush(isOpen);
  return stretches;
}

/** The page with all its code in fences, at the indentation of their containers. Not for MDX, which has no indented code. */
export function withFences(source: string): string {
  if (!/^(?: {0,3}\t| {4})[^\S\n]*\S/m.test(source)) return source;
  const out: string[] = [];
  let code: { readonly lines: string[]; readonly column: number } | undefined;
  const flush = (): void => {
    if (!code) return;
    const { lines, column } = code;
    const length = lines.findLastIndex((line) => line.trim() !== '') + 1;
    const margin = ' '.repeat(column);
    const shown = lines
      .slice(0, length)
      .map((line) => (line.trim() === '' ? '' : margin + withoutIndent(line, column + 4)));
    // One argument: a page may have more lines than a call can have arguments.
    out.push([`${margin}\`\`\``, ...shown, `${margin}\`\`\``, ...lines.slice(length)].join('\n'));
    code = undefined;
  };
  for (const { text, kind, column } of readPageLines(source, true)) {
    if (kind === 'indented') {
      if (code && code.column !== column) flush();
      code = code ?? { lines: [], column };
      code.lines.push(text);
    } else if (kind === 'blank' && code) code.lines.push(text);
    else {
      flush();
      out.push(text);
    }
  }
  flush();
  return out.join('\n');
}
