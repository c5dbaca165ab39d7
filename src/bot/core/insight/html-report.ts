/** Renders a report as one HTML page: no scripts, no external resources, plots as inline SVG, all text escaped. Pure. */
import { daysPlot } from './days-plot.ts';
import { escapeText } from './escape-html.ts';
import type { Report } from './report.ts';
import { type Cell, figuresOf, notesOf, type Table, tablesOf, titleOf } from './report-text.ts';

const style = `:root{color-scheme:light dark;--ink:#1d1d1f;--soft:#5f6368;--line:#dadce0;--card:#f6f7f9;--page:#fff;--link:#1a5fb4;
--answered:#4a7dd0;--unanswered:#e09f3e;--other:#9aa0a6}
@media(prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#a8adb4;--line:#3c4043;--card:#26282b;--page:#1b1c1e;--link:#8ab4f8}}
body{font:15px/1.5 system-ui,sans-serif;max-width:68rem;margin:2rem auto;padding:0 1.5rem;color:var(--ink);background:var(--page)}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin:2.2rem 0 .5rem}p{color:var(--soft)}a{color:var(--link)}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:.6rem;margin:0}
dl div{background:var(--card);border-radius:.5rem;padding:.5rem .8rem}dt{color:var(--soft);font-size:.85rem}dd{margin:0;font-weight:600}
table{border-collapse:collapse;width:100%}th{color:var(--soft);font-weight:500;font-size:.85rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums;width:1%;white-space:nowrap}td.links{white-space:nowrap}
svg{display:block;width:100%}svg.bar{height:.35rem;max-width:16rem;margin-top:.25rem}svg.bar rect,.answered{fill:var(--answered)}
.unanswered{fill:var(--unanswered)}.other{fill:var(--other)}svg text{fill:var(--soft);font-size:11px}svg line{stroke:var(--line)}
.legend{display:flex;gap:1.2rem;font-size:.85rem;margin:0 0 .4rem}.legend svg{display:inline-block;width:.7rem;height:.7rem;margin-right:.35rem}`;

export function toHtml(report: Report): string {
  const title = escapeText(titleOf(report));
  const figures = figuresOf(report).map(
    ([name, value]) => `<div><dt>${escapeText(name)}</dt><dd>${escapeText(value)}</dd></div>`,
  );
  const notes = notesOf(report).map((note) => `\n<p>${escapeText(note)}</p>`);
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
<h1>${title}</h1>${notes.join('')}
<dl>
${figures.join('\n')}
</dl>
${[...daysPlot(report.days), ...tablesOf(report).map(toSection)].join('\n')}
</body>
</html>
`;
}

function toSection({ title, columns, rows, none }: Table): string {
  const heading = `<h2>${escapeText(title)}</h2>`;
  if (rows.length === 0) return `${heading}\n<p>${escapeText(none)}</p>`;
  // All bars of a table have the same scale.
  const maxCount = Math.max(1, ...rows.flat().filter((cell) => typeof cell === 'number'));
  const isNumber = (index: number): boolean => typeof rows[0]?.[index] === 'number';
  const head = columns.map((name, index) => `<th${isNumber(index) ? ' class="number"' : ''}>${escapeText(name)}</th>`);
  const first = columns.findIndex((_, index) => isNumber(index));
  const body = rows.map((row) => {
    const bar = typeof row[first] === 'number' ? toBar(row[first], maxCount) : '';
    return `<tr>${row.map((cell, index) => toCell(cell, index === 0 ? bar : '')).join('')}</tr>`;
  });
  return `${heading}\n<table>\n<tr>${head.join('')}</tr>\n${body.join('\n')}\n</table>`;
}

function toCell(cell: Cell, bar: string): string {
  if (typeof cell === 'number') return `<td class="number">${cell}</td>`;
  if (typeof cell === 'string') return `<td>${escapeText(cell)}${bar}</td>`;
  return `<td class="links">${cell.links.map(toLink).join(' ')}</td>`;
}

/** Only http and https links: another scheme could run a script. */
function toLink(link: string, index: number): string {
  return /^https?:\/\//i.test(link) ? `<a rel="noreferrer" href="${escapeText(link)}">${index + 1}</a>` : '';
}

function toBar(count: number, maxCount: number): string {
  const width = Math.round((1_000 * count) / maxCount) / 10;
  return `<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="4"/></svg>`;
}
