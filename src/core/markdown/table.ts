/**
 * A GFM table for chats that have no tables. Pure.
 *
 * A table becomes aligned columns in a code block. One that is too wide is split by columns, and each block begins with the
 * first column. One with sentences or links in its cells becomes a list with an entry for each row, since a sentence is hard
 * to read in a narrow column, and code shows neither links nor formatting.
 *
 * The head and the first row decide which. A wider cell further down takes the room that is left, and wraps when there is none.
 * So a table that grows never changes its form and never gets shorter.
 */
import type { AlignType, Image, ImageReference, Link, LinkReference, PhrasingContent, Table, TableCell } from 'mdast';
import stringWidth from 'string-width';

export interface TableLook {
  /** Width of a code block that does not wrap, in columns. */
  readonly maxColumns: number;
  /** What a list entry begins with. */
  readonly bullet: string;
  /** A line with the heads of all columns stands above a list. */
  readonly hasHeadLine?: true;
  /** Only the words of a cell. */
  plain(cell: TableCell): string;
  inline(nodes: readonly PhrasingContent[]): string;
  code(text: string): string;
}

/** Widest cell of a table that is split by columns: wider ones are sentences. */
const maxShortCell = 20;
/** Columns that a split table leaves free in each block for later cells, and by which later words may overflow it. */
const spare = 6;
/** Every column may be this wide, so that no cell wraps letter by letter. */
const minRoom = 4;
/** A table that needs more blocks becomes a list. */
const maxBlocks = 4;
const between = '  ';

export function renderTable(table: Table, look: TableLook): string {
  const rows = wordsOf(table, look);
  const links = table.children.map((row) => row.children.flatMap((cell) => linksIn(cell.children)));
  const hasLinks = links.slice(0, 2).flat().length > 0;
  const blocks = hasLinks
    ? undefined
    : cutByColumns([...widthsAfter(rows.slice(0, 2), 0)].at(-1) ?? [], look.maxColumns);
  if (!blocks) return toList(table, look);
  const shown = blocks.map((columns) => {
    const cells = rows.map((row) => columns.map((column) => row[column] ?? ''));
    const align = columns.map((column) => table.align?.[column] ?? null);
    return look.code(alignRows(cells, look.maxColumns, align));
  });
  const leading = links.flat().filter(({ type }) => type === 'link' || type === 'image');
  const under = [...new Set(leading.map((link) => look.inline([link])))].join(' · ');
  return [...shown, ...(under === '' ? [] : [under])].join('\n');
}

/** Each row's cells as plain text, as many as the head has. */
function wordsOf(table: Table, look: TableLook): readonly (readonly string[])[] {
  const count = table.children[0]?.children.length ?? 0;
  return table.children.map((row) => {
    const cells = row.children.map((cell) => look.plain(cell).replace(/\s+/g, ' ').trim());
    return Array.from({ length: count }, (_, column) =>
      column < count - 1 ? (cells[column] ?? '') : cells.slice(column).join(' '),
    );
  });
}

type Leading = Link | LinkReference | Image | ImageReference;

function linksIn(nodes: readonly PhrasingContent[]): readonly Leading[] {
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

/** The columns of each block; undefined where a table reads better as a list. */
function cutByColumns(widths: readonly number[], maxColumns: number): readonly (readonly number[])[] | undefined {
  const all = [...widths.keys()];
  if (roomOf(widths) <= maxColumns) return [all];
  if (Math.max(...widths) > maxShortCell) return undefined;
  const blocks: number[][] = [];
  for (const column of all.slice(1)) {
    const wider = [...(blocks.at(-1) ?? [0]), column];
    const isFull = roomOf(wider.map((each) => widths[each] ?? 0)) > maxColumns - spare;
    if (blocks.length > 0 && !isFull) blocks[blocks.length - 1] = wider;
    else blocks.push([0, column]);
  }
  return blocks.length <= maxBlocks ? blocks : undefined;
}

/** The least width of a block with these columns. */
function roomOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + Math.max(width, minRoom) + between.length, -between.length);
}

/**
 * How wide the columns are after each row: the head and the first row have their width, later ones what is left, in the
 * order in which they come, and a short word is cut only where the block would be too wide.
 */
function* widthsAfter(rows: readonly (readonly string[])[], maxColumns: number): Generator<readonly number[]> {
  const widths: number[] = [];
  for (const [index, row] of rows.entries()) {
    for (const [column, cell] of row.entries()) {
      const [width, now] = [stringWidth(cell), widths[column] ?? 1];
      const room = Math.max(now, minRoom) + maxColumns - roomOf(widths);
      const later = Math.max(Math.min(width, Math.max(room, minRoom)), Math.min(widestPiece(cell), room + spare));
      widths[column] = Math.max(now, index < 2 ? width : later);
    }
    yield [...widths];
  }
}

/** The widest piece that is cut only where the block would be too wide: a word, or a few short ones. */
function widestPiece(cell: string): number {
  const pieces = stringWidth(cell) <= maxShortCell / 2 ? [cell] : cell.split(' ');
  const widths = pieces.map((piece) => stringWidth(piece));
  return Math.max(0, ...widths.filter((width) => width <= maxShortCell));
}

/** A row is wrapped at the width that is known with it, so that what comes later changes none of its lines. */
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

/** The lines of a cell, at least one: cut between words, a wider word between its characters. */
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
 * Each row an entry: its first cell in bold, then the others, each with the head of its column where there are several. A
 * row of nothing but `…` stands for rows that are left out and is not an entry.
 */
function toList(table: Table, { inline, plain, bullet, hasHeadLine }: TableLook): string {
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
