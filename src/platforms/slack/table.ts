/**
 * A GFM table in mrkdwn, which has none. In: the table's node. Out: a code block with aligned columns, or, where that is
 * wider than a thread, a list with an entry for each row. Pure.
 */
import type { AlignType, PhrasingContent, Table, TableCell } from 'mdast';
import stringWidth from 'string-width';
import { plain, toCodeBlock } from './escape.ts';

/** What a thread beside a channel shows of code without wrapping, in columns of a fixed-width font. Measured by eye. */
const maxColumns = 60;

/** Aligned where that fits; else row by row, since a wrapped table cannot be read. */
export function renderTable(node: Table, renderInline: (nodes: readonly PhrasingContent[]) => string): string {
  const rows = node.children.map((row) => row.children.map((cell) => cellText(cell.children)));
  const lines = aligned(rows, node.align ?? []);
  // The rule under the head is as wide as the widest line.
  if (stringWidth(lines[1] ?? '') <= maxColumns || rows.length === 1) return toCodeBlock(lines.join('\n'));
  const formatted = (cell: TableCell): string => renderInline(cell.children).replaceAll('\n', ' ').trim();
  return rowByRow(node.children.map((row) => row.children.map(formatted)));
}

/** Columns padded to the width that people see, which for CJK and emoji is not the count of characters. */
function aligned(rows: readonly (readonly string[])[], align: readonly AlignType[]): readonly string[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(3, ...rows.map((row) => stringWidth(row[at] ?? ''))),
  );
  const lines = rows.map((row) =>
    widths
      .map((width, at) => pad(row[at] ?? '', width, align[at]))
      .join(' | ')
      .trimEnd(),
  );
  return [lines[0] ?? '', widths.map((width) => '-'.repeat(width)).join('-|-'), ...lines.slice(1)];
}

/** Each row an entry, named by its first cell; the other cells below it with the head of their column. */
function rowByRow(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const named = (cell: string, column: number): string => (head[column] ? `${head[column]}: ${cell}` : cell);
  const entries = body.map((row) =>
    row.map((cell, column) => (cell === '' ? '' : named(cell, column))).filter((cell) => cell !== ''),
  );
  return entries.flatMap((cells) => cells.map((cell, at) => (at === 0 ? `• ${cell}` : `    ◦ ${cell}`))).join('\n');
}

/** In code nothing is rendered, so a cell holds its plain words. */
function cellText(nodes: readonly PhrasingContent[]): string {
  return nodes
    .map((node) => (node.type === 'html' && /^<br/i.test(node.value) ? ' ' : plain(node)))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function pad(text: string, width: number, align: string | null | undefined): string {
  const missing = Math.max(0, width - stringWidth(text));
  const left = align === 'right' ? missing : align === 'center' ? Math.floor(missing / 2) : 0;
  return ' '.repeat(left) + text + ' '.repeat(missing - left);
}
