/**
 * Draws shown text over time as SVG: for each platform with ten concurrent answers, what the assistant sent and what readers of
 * each bot saw, for the answer of median freshness. Pure.
 */
import type { Outcome, Scenario } from './scenario.ts';
import { quick } from './script.ts';
import { labelOf } from './table.ts';

const width = 860;
const height = 260;
const margin = { left: 46, right: 150, top: 34, bottom: 34 };
const untilMs = 30_000;
const colours: Readonly<Record<string, string>> = {
  docent: '#1a7f37',
  'docent, native': '#1a7f37',
  'docent, edit': '#0969da',
  plain: '#9a6700',
  'chat-sdk': '#8250df',
};
const names: Readonly<Record<string, string>> = {
  docent: 'Docent',
  'docent, native': 'Docent, streamed',
  'docent, edit': 'Docent, edited',
  plain: 'plain edits',
  'chat-sdk': 'chat SDK',
};

export function picture(outcomes: readonly Outcome[]): string {
  const panels = (['slack', 'discord'] as const).map((platform, index) => panel(outcomes, platform, index * height));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height * 2}" font-family="sans-serif" font-size="12">`,
    '<title>Text shown over time while ten answers stream at once, on Slack and on Discord</title>',
    `<rect width="${width}" height="${height * 2}" fill="#fff"/>`,
    ...panels,
    '</svg>\n',
  ].join('\n');
}

function panel(outcomes: readonly Outcome[], platform: Scenario['platform'], top: number): string {
  const chosen = outcomes.filter(({ scenario }) => {
    const { threads, shape, burst } = scenario;
    return scenario.platform === platform && threads === 10 && shape.name === quick.name && burst === 0.5;
  });
  const sent = middle(chosen[0])?.sent ?? [];
  const most = sent.at(-1)?.letters ?? 1;
  const x = (ms: number): string =>
    (margin.left + (Math.min(ms, untilMs) / untilMs) * (width - margin.left - margin.right)).toFixed(1);
  const y = (letters: number): string =>
    (top + height - margin.bottom - (letters / most) * (height - margin.top - margin.bottom)).toFixed(1);
  const steps = (points: readonly { readonly atMs: number; readonly letters: number }[]): string =>
    points.reduce((path, { atMs, letters }) => `${path}H${x(atMs)}V${y(letters)}`, `M${x(0)} ${y(0)}`);
  const line = (points: string, colour: string, dash = ''): string =>
    `<path d="${points}" fill="none" stroke="${colour}" stroke-width="1.6"${dash}/>`;
  const label = (index: number, text: string, colour: string): string =>
    `<text x="${width - margin.right + 12}" y="${top + margin.top + 16 * index}" fill="${colour}">${text}</text>`;
  return [
    `<text x="${margin.left}" y="${top + 20}" font-weight="bold">${platform === 'slack' ? 'Slack' : 'Discord'}: text shown, ten answers at once</text>`,
    `<path d="M${x(0)} ${y(most)}V${y(0)}H${x(untilMs)}" fill="none" stroke="#888"/>`,
    ...[0, 5, 10, 15, 20, 25, 30].map(
      (s) => `<text x="${x(s * 1_000)}" y="${top + height - 14}" text-anchor="middle" fill="#666">${s} s</text>`,
    ),
    line(steps(sent), '#bbb', ' stroke-dasharray="3 2"'),
    label(0, 'sent by the assistant', '#888'),
    ...chosen.flatMap((outcome, index) => {
      const way = labelOf(outcome.scenario);
      const [colour = '', name = ''] = [colours[way], names[way]];
      return [line(steps(middle(outcome)?.steps ?? []), colour), label(index + 1, name, colour)];
    }),
  ].join('\n');
}

/** The answer of median freshness. */
function middle(outcome: Outcome | undefined): Outcome['reads'][number] | undefined {
  const reads = (outcome?.reads ?? []).toSorted((a, b) => (a.meanLagMs ?? Infinity) - (b.meanLagMs ?? Infinity));
  return reads[Math.floor(reads.length / 2)];
}
