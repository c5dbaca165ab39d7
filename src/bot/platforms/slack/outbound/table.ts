/**
 * GFM tables in mrkdwn, which has no tables: a code block, or a list if that would be too wide. Screen readers read this text
 * instead of the tables in the blocks, so it also includes the column heads.
 */
import type { PhrasingContent, Table } from 'mdast';
import { renderTable as render } from '../../../../kit/markdown/table.ts';
import { plain, toCodeBlock } from './escape.ts';

/** How many columns of code the thread pane shows without wrapping. Measured by eye. */
const maxColumns = 60;

/** `inline` renders a cell's content in a list. */
export function renderTable(table: Table, inline: (nodes: readonly PhrasingContent[]) => string): string {
  return render(table, { maxColumns, bullet: '• ', hasHeadLine: true, plain, inline, code: toCodeBlock });
}
