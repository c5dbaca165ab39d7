/**
 * Renders a GFM table for Discord, which has none, as code blocks or a list. Pure.
 */
import type { PhrasingContent, Table } from 'mdast';
import { renderTable as render } from '../../../../kit/markdown/table.ts';
import { toCodeBlock } from './escape.ts';
import { toPlainText } from './plain.ts';

/**
 * Width of a code block in characters. Discord wraps wider ones, which breaks tables. Phones show 33 to 60, as does a thread
 * beside its channel; this is the middle.
 */
const maxColumns = 46;

/** `inline` renders a cell's content in a list. */
export function renderTable(table: Table, inline: (nodes: readonly PhrasingContent[]) => string): string {
  return render(table, { maxColumns, bullet: '- ', plain: toPlainText, inline, code: toCodeBlock });
}
