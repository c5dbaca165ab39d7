/**
 * A GFM table for Discord, which has none. In: the table's node. Out: blocks of code, or a list. Pure.
 */
import type { PhrasingContent, Table } from 'mdast';
import { renderTable as render } from '../../../core/markdown/table.ts';
import { toCodeBlock } from './escape.ts';
import { toPlainText } from './plain.ts';

/**
 * Columns of a block of code, which Discord wraps where it is wider, so that a table falls apart. Phones show 33 to 60,
 * a thread beside its channel about as many: this is the middle of them.
 */
const maxColumns = 46;

/** `inline` shows a cell's content in a list. */
export function renderTable(table: Table, inline: (nodes: readonly PhrasingContent[]) => string): string {
  return render(table, { maxColumns, bullet: '- ', plain: toPlainText, inline, code: toCodeBlock });
}
