/**
 * Renders GFM tables for chat platforms without tables. Pure.
 *
 * A table becomes aligned columns in a code block. If it is too wide, it is split by columns, and each block repeats the first
 * column. If its cells contain sentences or links, it becomes a list with an entry per row, since a sentence is hard to read
 * in a narrow column, and code shows neither links nor formatting.
 *
 * The header row and the first body row decide which. A wider cell further down uses the space that is left, and wraps if
 * there is none. So a growing table never changes its form and never gets shorter.
 */
import type { AlignType, Image, ImageReference, Link, LinkReference, PhrasingContent, Table, TableCell } from 'mdast';
import stringWidth from 'string-width';

export interface TableStyle {
  /** Width of a code block, in columns, up to which lines do not wrap. */
  readonly maxColumns: number;
  /** The start of a list entry. */
  readonly bullet: string;
  /** Whether a list begins with a line of all column names. */
  readonly hasHeadLine?: true;
  /** The plain text of a cell. */
  plain(cell: TableCell): string;
  inline(nodes: readonly PhrasingContent[]): string;
  code(text: string): string;
}

/** Widest cell of a table that is split by columns; wider cells are sentences. */
const maxShortCell = 20;
/** How much a split table leaves free in each block for later cells, and by how much later words may overflow it. */
const spare = 6;
/** Every column may be at least this wide, so that no cell wraps letter by letter. */
const minRoom = 4;
/** A table that needs more blocks becomes a list. */
const maxBlocks = 4;
const between = '  ';

export function renderTable(table: Table, style: TableStyle): string {
  const rows = wordsOf(table, style);
  const links = table.children.map((row) => row.children.flatMap((cell) => linksIn(cell.children)));
  const hasLinks = links.slice(0, 2).flat().length > 0;
  const blocks = hasLinks
    ? undefined
    : cutByColumns([...widthsAfter(rows.slice(0, 2), 0)].at(-1) ?? [], style.maxColumns);
  if (!blocks) return toList(table, style);
  const shown = blocks.map((columns) => {
    const cells = rows.map((row) => columns.map((column) => row[column] ?? ''));
    const align = columns.map((column) => table.align?.[column] ?? null);
    return style.code(alignRows(cells, style.maxColumns, align));
  });
  const targets = links.flat().filter(({ type }) => type === 'link' || type === 'image');
  const footer = [...new Set(targets.map((link) => style.inline([link])))].join(' · ');
  return [...shown, ...(footer === '' ? [] : [footer])].join('\n');
}

/** The cells of each row as plain text, as many as the header row has. */
function wordsOf(table: Table, style: TableStyle): readonly (readonly string[])[] {
  const count = table.children[0]?.children.length ?? 0;
  return table.children.map((row) => {
    const cells = row.children.map((cell) => style.plain(cell).replace(/\s+/g, ' ').trim());
    return Array.from({ length: count }, (_, column) =>
      column < count - 1 ? (cells[column] ?? '') : cells.slice(column).join(' '),
    );
  });
}

type Linked = Link | LinkReference | Image | ImageReference;

function linksIn(nodes: readonly PhrasingContent[]): readonly Linked[] {
  return nodes.flatMap((node) => {
    switch (node.type) {
      case 'link':
      case 'linkReference':
      case 'image':
      case 'imageReference':
        return [node];
      default:
        return 'children' in node ? linksIn(node.children) : [];
    }
  });
}

/** The columns of each block; undefined if the table reads better as a list. */
function cutByColumns(widths: readonly number[], maxColumns: number): readonly (readonly number[])[] | undefined {
  const all = [...widths.keys()];
  if (minWidthOf(widths) <= maxColumns) return [all];
  if (Math.max(...widths) > maxShortCell) return undefined;
  const blocks: number[][] = [];
  for (const column of all.slice(1)) {
    const wider = [...(blocks.at(-1) ?? [0]), column];
    const isFull = minWidthOf(wider.map((index) => widths[index] ?? 0)) > maxColumns - spare;
    if (blocks.length > 0 && !isFull) blocks[blocks.length - 1] = wider;
    else blocks.push([0, column]);
  }
  return blocks.length <= maxBlocks ? blocks : undefined;
}

/** The minimum width of a block with these columns. */
function minWidthOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + Math.max(width, minRoom) + between.length, -between.length);
}

/**
 * The column widths after each row. The header row and the first body row get the width they need, later rows what is left,
 * first come, first served. A short word is broken only if the block would otherwise be too wide.
 */
function* widthsAfter(rows: readonly (readonly string[])[], maxColumns: number): Generator<readonly number[]> {
  const widths: number[] = [];
  for (const [index, row] of rows.entries()) {
    for (const [column, cell] of row.entries()) {
      const [width, now] = [stringWidth(cell), widths[column] ?? 1];
      const room = Math.max(now, minRoom) + maxColumns - minWidthOf(widths);
      const later = Math.max(Math.min(width, Math.max(room, minRoom)), Math.min(widestPiece(cell), room + spare));
      widths[column] = Math.max(now, index < 2 ? width : later);
    }
    yield [...widths];
  }
}

/** The widest piece that is broken only if the block would be too wide: a word, or a few short ones. */
function widestPiece(cell: string): number {
  const pieces = stringWidth(cell) <= maxShortCell / 2 ? [cell] : cell.split(' ');
  const widths = pieces.map((piece) => stringWidth(piece));
  return Math.max(0, ...widths.filter((width) => width <= maxShortCell));
}

/** Wraps each row at the widths known by then, so that later rows do not change its lines. */
function alignRows(rows: readonly (readonly string[])[], maxColumns: number, align: readonly AlignType[]): string {
  const known = [...widthsAfter(rows, maxColumns)];
  const widths = known.at(-1) ?? [];
  const [head = [], ...body] = rows.map((row, index) => {
    const cells = row.map((cell, column) => wrap(cell, known[index]?.[column] ?? 1));
    return Array.from({ length: Math.max(...cells.map(({ length }) => length)) }, (_, line) =>
      cells.map((cell, column) => pad(cell[line] ?? '', widths[column] ?? 1, align[column])),
    );
  });
  const rule = widths.map((width) => '─'.repeat(width));
  return [...head, rule, ...body.flat()].map((line) => line.join(between).trimEnd()).join('\n');
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The lines of a cell, at least one. Breaks between words, and within a word that is wider than the column. */
function wrap(text: string, width: number): readonly string[] {
  if (stringWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (stringWidth(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const { segment } of graphemes.segment(word)) {
      if (line !== '' && stringWidth(line + segment) > width) {
        lines.push(line);
        line = '';
      }
      line += segment;
    }
  }
  return [...lines, line];
}

function pad(text: string, width: number, align: AlignType | undefined): string {
  const missing = Math.max(0, width - stringWidth(text));
  const left = align === 'right' ? missing : align === 'center' ? Math.floor(missing / 2) : 0;
  return ' '.repeat(left) + text + ' '.repeat(missing - left);
}

/**
 * A list with an entry per row: its first cell in bold, then the others, each with the name of its column if there are
 * several. A row of nothing but `…` stands for omitted rows, and gets no bullet.
 */
function toList(table: Table, { inline, plain, bullet, hasHeadLine }: TableStyle): string {
  const show = (nodes: readonly PhrasingContent[]): string => inline(nodes).replaceAll('\n', ' ').trim();
  const [head = [], ...body] = table.children.map((row) => row.children);
  const names = head.map((cell) => show(cell.children));
  const line = names.filter((name) => name !== '').join(' · ');
  if (body.length === 0) return line;
  const hasSeveral = names.length > 2;
  const toEntry = ([first, ...others]: readonly TableCell[]): string => {
    const details = others
      .map((cell) => show(cell.children))
      .map((text, at) => {
        const name = names[at + 1];
        return text !== '' && hasSeveral && name ? `${name}: ${text}` : text;
      });
    const parts = [first ? show(inBold(first.children)) : '', details.filter((text) => text !== '').join(' · ')];
    return parts.filter((part) => part !== '').join(' – ');
  };
  const entries = body
    .map((cells) => (cells.map(plain).join('').trim() === '…' ? '…' : bullet + toEntry(cells)))
    .filter((entry) => entry !== bullet);
  return [...(hasHeadLine && line !== '' ? [line] : []), ...entries].join('\n');
}

function inBold(nodes: readonly PhrasingContent[]): readonly PhrasingContent[] {
  const isBold = nodes.length === 1 && nodes[0]?.type === 'strong';
  return nodes.length === 0 || isBold ? nodes : [{ type: 'strong', children: [...nodes] }];
}
