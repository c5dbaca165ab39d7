/** Renders a report as Markdown, for a wiki or an issue. Pure. */
import type { Report } from './report.ts';
import { type Cell, figuresOf, notesOf, type Table, tablesOf, titleOf } from './report-text.ts';

export function toMarkdown(report: Report): string {
  const figures = figuresOf(report).map(([name, value]) => `- ${name}: ${value}`);
  return `${[`# ${titleOf(report)}`, ...notesOf(report), figures.join('\n'), ...tablesOf(report).map(toSection)].join('\n\n')}\n`;
}

function toSection({ title, columns, rows, none }: Table): string {
  if (rows.length === 0) return `## ${title}\n\n${none}`;
  const lines = [columns, columns.map(() => '---'), ...rows.map((row) => row.map(toCell))];
  return `## ${title}\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`;
}

function toCell(cell: Cell): string {
  if (typeof cell !== 'object') return escapeText(String(cell));
  return cell.links
    .map((link, index) => `[${index + 1}](<${link.replaceAll(/[<>|\\\s]/g, encodeURIComponent)}>)`)
    .join(' ');
}

/** Escapes what could end a cell, format text or mention somebody. */
function escapeText(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|~&@#]/g, '\\$&');
}
