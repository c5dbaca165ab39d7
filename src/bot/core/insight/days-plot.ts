/** Plots questions per day, or per week for a long period, as stacked bars in inline SVG. Pure. */
import { escapeText } from './escape-html.ts';
import type { Report } from './report.ts';

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
export function daysPlot(days: readonly Day[]): readonly string[] {
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
