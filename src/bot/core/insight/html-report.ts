/** Renders a report as one HTML page: no scripts, no external resources, plots as inline SVG, all text escaped. Pure. */
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

type Day = Report['days'][number];

const [width, height] = [1_000, 190];
/** Space for the numbers and the dates. */
const [left, bottom, above] = [36, 22, 8];
/** More bars would be too thin. */
const maxBars = 95;
const maxDates = 8;

const kinds = [
  { kind: 'answered', name: 'answered' },
  { kind: 'unanswered', name: 'without an answer in the docs' },
  { kind: 'other', name: 'failed, stopped or refused by a limit' },
] as const;

/** Lines of HTML; none for a single bar. */
function daysPlot(days: readonly Day[]): readonly string[] {
  const isDaily = days.length <= maxBars;
  const bars = isDaily ? days : inWeeks(days);
  if (bars.length < 2) return [];
  const top = roundUp(Math.max(1, ...bars.map(({ questions }) => questions)));
  const barStep = (width - left) / bars.length;
  const toY = (count: number): number => above + (height - above - bottom) * (1 - count / top);
  const lines = [0, top / 2, top].map((count) => {
    const y = toFixed(toY(count));
    return `<line x1="${left}" x2="${width}" y1="${y}" y2="${y}"/><text x="${left - 6}" y="${y}" dy="4" text-anchor="end">${count}</text>`;
  });
  const columns = bars.map((bar, at) => toColumn(bar, left + at * barStep, barStep, toY));
  const apart = Math.ceil(bars.length / maxDates);
  const dates = bars.flatMap(({ date }, at) =>
    at % apart === 0 ? [`<text x="${toFixed(left + at * barStep)}" y="${height - 6}">${escapeText(date)}</text>`] : [],
  );
  return [
    `<h2>Questions per ${isDaily ? 'day' : 'week'}</h2>`,
    `<p class="legend">${kinds.map(({ kind, name }) => `<span><svg viewBox="0 0 1 1" aria-hidden="true"><rect class="${kind}" width="1" height="1"/></svg>${name}</span>`).join('')}</p>`,
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Questions per ${isDaily ? 'day' : 'week'}">${[...lines, ...columns, ...dates].join('\n')}</svg>`,
  ];
}

function toColumn(bar: Day, x: number, barStep: number, toY: (count: number) => number): string {
  const { answered, unanswered, questions } = bar;
  const counts = { answered, unanswered, other: questions - answered - unanswered };
  let below = 0;
  const parts = kinds.flatMap(({ kind }) => {
    const count = counts[kind];
    below += count;
    if (count === 0) return [];
    const size = `width="${toFixed(barStep * 0.78)}" height="${toFixed(toY(0) - toY(count))}"`;
    return [`<rect class="${kind}" x="${toFixed(x)}" y="${toFixed(toY(below))}" ${size}/>`];
  });
  return `<g><title>${escapeText(bar.date)}: ${questions}</title>${parts.join('')}</g>`;
}

function inWeeks(days: readonly Day[]): readonly Day[] {
  const weeks = Map.groupBy(days.entries(), ([at]) => Math.floor(at / 7));
  return [...weeks.values()].map((entries) => {
    const all = entries.map(([, day]) => day);
    const sum = (countOf: (day: Day) => number): number => all.reduce((total, day) => total + countOf(day), 0);
    return {
      date: all[0]?.date ?? '',
      questions: sum(({ questions }) => questions),
      answered: sum(({ answered }) => answered),
      unanswered: sum(({ unanswered }) => unanswered),
    };
  });
}

/** The upper end of the axis, a round number whose half is also round: 2, 4, 10, 12, 20, 40, 150 … */
function roundUp(count: number): number {
  const unit = 10 ** Math.floor(Math.log10(count));
  const [found = 10] = [1, 1.2, 1.5, 2, 3, 4, 6, 8, 10].filter(
    (times) => times * unit >= count && (times * unit) % 2 === 0,
  );
  return Math.max(2, found * unit);
}

function toFixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}
