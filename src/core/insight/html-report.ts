/** A report as one HTML page: no scripts, nothing loaded, bars as inline SVG, and all text escaped. Pure. */
import type { Report } from './report.ts';
import { type Cell, figuresOf, type Table, tablesOf, titleOf } from './report-text.ts';

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#1d1d1f;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #ddd;overflow-wrap:anywhere}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}
dd{margin:0}svg{display:block;width:8rem;height:.5rem;margin-top:.2rem}`;

export function toHtml(report: Report): string {
  const title = escapeText(titleOf(report));
  const figures = figuresOf(report).map(([name, value]) => `<dt>${escapeText(name)}</dt><dd>${escapeText(value)}</dd>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
<dl>
${figures.join('\n')}
</dl>
${tablesOf(report).map(toSection).join('\n')}
</body>
</html>
`;
}

function toSection({ title, columns, rows, none }: Table): string {
  const heading = `<h2>${escapeText(title)}</h2>`;
  if (rows.length === 0) return `${heading}\n<p>${escapeText(none)}</p>`;
  // Bars of one table have one scale.
  const most = Math.max(1, ...rows.flat().filter((cell) => typeof cell === 'number'));
  const isNumber = (index: number): boolean => typeof rows[0]?.[index] === 'number';
  const head = columns.map((name, index) => `<th${isNumber(index) ? ' class="number"' : ''}>${escapeText(name)}</th>`);
  const first = columns.findIndex((_, index) => isNumber(index));
  const body = rows.map((row) => {
    const bar = typeof row[first] === 'number' ? toBar(row[first], most) : '';
    return `<tr>${row.map((cell, index) => toCell(cell, index === 0 ? bar : '')).join('')}</tr>`;
  });
  return `${heading}\n<table>\n<tr>${head.join('')}</tr>\n${body.join('\n')}\n</table>`;
}

function toCell(cell: Cell, bar: string): string {
  if (typeof cell === 'number') return `<td class="number">${cell}</td>`;
  if (typeof cell === 'string') return `<td>${escapeText(cell)}${bar}</td>`;
  return `<td>${cell.links.map(toLink).join(' ')}</td>`;
}

/** A link that is none of the web stays out: it could be a script. */
function toLink(link: string, index: number): string {
  return /^https?:\/\//i.test(link) ? `<a rel="noreferrer" href="${escapeText(link)}">${index + 1}</a>` : '';
}

function toBar(count: number, most: number): string {
  const width = Math.round((1_000 * count) / most) / 10;
  return `<svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="4" fill="#4a7dd0"/></svg>`;
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities.get(sign) ?? '');
}
