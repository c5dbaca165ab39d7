/**
 * A GFM table for Discord, which has none. In: the table's node. Out: a code block with aligned columns, or for a wide table,
 * or one with links, a list with an entry for each row. Every cell is shown whole either way. Pure.
 */
import type { AlignType, PhrasingContent, Table } from 'mdast';
import stringWidth from 'string-width';
import { toCodeBlock } from './escape.ts';
import { toPlainText } from './plain.ts';

/** What a code block shows without scrolling on a narrow screen, in columns of a fixed-width font. Measured by eye. */
const maxColumns = 56;
const between = '  ';

/** `renderInline` shows a cell's content in a list. */
export function renderTable(table: Table, renderInline: (nodes: readonly PhrasingContent[]) => string): string {
  const rows = table.children.map((row) => row.children.map((cell) => toPlainText(cell).replace(/\s+/g, ' ').trim()));
  const widths = widthsOf(rows);
  const width = widths.reduce((sum, each) => sum + each + between.length, -between.length);
  if (width <= maxColumns && !hasLinks(table)) return toCodeBlock(alignRows(rows, widths, table.align ?? []));
  const cells = table.children.map((row) => row.children.map((cell) => renderInline(cell.children).trim()));
  return listRows(cells);
}

function hasLinks(table: Table): boolean {
  const leads = (node: PhrasingContent): boolean =>
    ['link', 'linkReference', 'image', 'imageReference'].includes(node.type) ||
    ('children' in node && node.children.some(leads));
  return table.children.some((row) => row.children.some((cell) => cell.children.some(leads)));
}

function widthsOf(rows: readonly (readonly string[])[]): readonly number[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: count }, (_, column) =>
    Math.max(1, ...rows.map((row) => stringWidth(row[column] ?? ''))),
  );
}

function alignRows(
  rows: readonly (readonly string[])[],
  widths: readonly number[],
  align: readonly AlignType[],
): string {
  const [head = [], ...body] = rows.map((row) =>
    widths.map((width, column) => pad(row[column] ?? '', width, align[column])),
  );
  const rule = widths.map((width) => '─'.repeat(width));
  return [head, rule, ...body].map((row) => row.join(between).trimEnd()).join('\n');
}

function pad(text: string, width: number, align: AlignType | undefined): string {
  const missing = Math.max(0, width - stringWidth(text));
  const left = align === 'right' ? missing : align === 'center' ? Math.floor(missing / 2) : 0;
  return ' '.repeat(left) + text + ' '.repeat(missing - left);
}

/** Each row an entry, named by its first cell; the other cells below it with the head of their column. */
function listRows(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  if (body.length === 0) return head.filter((cell) => cell !== '').join(' · ');
  const named = (cell: string, column: number): string => (head[column] ? `${head[column]}: ${cell}` : cell);
  return body
    .map((row) => row.map((cell, column) => (cell === '' ? '' : named(cell, column))).filter((cell) => cell !== ''))
    .map((cells) => cells.map((cell, index) => (index === 0 ? `- ${cell}` : `  - ${cell}`)).join('\n'))
    .join('\n');
}
