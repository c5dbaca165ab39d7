/**
 * GFM tables in mrkdwn, which has none: a code block, or a list where that would be too wide. Screen readers read this text in
 * place of the tables that the blocks show, so it says the heads, too.
 */
import type { PhrasingContent, Table } from 'mdast';
import { renderTable as render } from '../../../core/markdown/table.ts';
import { plain, toCodeBlock } from './escape.ts';

/** Columns of code that a thread beside a channel shows without wrapping. Measured by eye. */
const maxColumns = 60;

/** `inline` shows a cell's content in a list. */
export function renderTable(table: Table, inline: (nodes: readonly PhrasingContent[]) => string): string {
  return render(table, { maxColumns, bullet: '• ', hasHeadLine: true, plain, inline, code: toCodeBlock });
}
