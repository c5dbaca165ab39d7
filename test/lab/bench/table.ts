/**
 * Formats the outcomes of a run as a table. Pure.
 */
import type { BotName } from './bot.ts';
import type { Outcome, Scenario } from './scenario.ts';
import { latencyMs } from './stages.ts';

/** The best that the rate limits allow: mean time from "sent" to "seen" if every answer is refreshed as often as possible. */
export function boundMs({
  platform,
  threads,
  streaming,
}: Pick<Scenario, 'platform' | 'threads' | 'streaming'>): number {
  // Slack: 100 appends or 50 edits a minute, shared by all answers. Discord: one edit a second per thread, 50 calls a second
  // in all.
  const slackMs = streaming === 'edit' ? 1_200 : 600;
  const refreshMs = platform === 'slack' ? threads * slackMs : Math.max(1, threads / 50) * 1_000;
  return refreshMs / 2 + latencyMs / 2;
}

/**
 * When half of the readers on Discord see the first words. Each answer takes two calls to start, for the thread and for the
 * message, so the median of C answers is served by call number C: at 50 calls a second after C / 50 s, and it is seen half a
 * call later. A bot that starts idle may be slightly earlier, since it may use a whole second's calls at once.
 */
export function firstBoundMs({
  platform,
  threads,
  shape,
}: Pick<Scenario, 'platform' | 'threads' | 'shape'>): number | undefined {
  if (platform !== 'discord') return undefined;
  const alone = latencyMs + shape.firstMs + latencyMs / 2;
  return Math.max(alone, threads * 20 + latencyMs / 2);
}

/** Figures over all answers of a run; undefined if no answer has the figure. */
export interface Summary {
  readonly firstMs: number | undefined;
  readonly meanMs: number | undefined;
  readonly lateMs: number | undefined;
  /** The number of complete answers. */
  readonly complete: number;
}

/** First text: median. Mean: over all answers. Late: the slowest answer to complete, after its last token. */
export function summary({ reads }: Outcome): Summary {
  const means = reads.flatMap((read) => read.meanLagMs ?? []);
  const late = reads.flatMap((read) => read.completeMs ?? []);
  return {
    firstMs: middleOf(reads.flatMap((read) => read.firstTextMs ?? [])),
    meanMs: means.length === 0 ? undefined : means.reduce((sum, ms) => sum + ms, 0) / means.length,
    lateMs: late.length === 0 ? undefined : Math.max(...late),
    complete: late.length,
  };
}

const bots: readonly BotName[] = ['docent', 'plain', 'chat-sdk'];

const head = [
  'answers',
  'limit',
  'C',
  'bot',
  'first text',
  'its bound',
  'mean',
  'bound',
  'ratio',
  'last complete',
  'complete',
  '429',
  'calls',
  'CPU/answer',
  'memory',
];

/** Groups the rows by case, so that bots can be compared. */
export function table(outcomes: readonly Outcome[]): string {
  const rows = outcomes
    .toSorted((one, other) => caseOf(one).localeCompare(caseOf(other)))
    .map((outcome) => {
      const { scenario, limited, calls, cpuMsPerAnswer, rssBytes } = outcome;
      const { firstMs, meanMs, lateMs, complete } = summary(outcome);
      const bound = boundMs(scenario);
      return [
        scenario.shape.name,
        scenario.platform === 'slack' ? String(scenario.burst) : '',
        String(scenario.threads),
        labelOf(scenario),
        seconds(firstMs),
        seconds(firstBoundMs(scenario)),
        seconds(meanMs),
        seconds(bound),
        meanMs === undefined ? '-' : (meanMs / bound).toFixed(2),
        lateMs === undefined ? '-' : `+${seconds(lateMs)}`,
        `${complete}/${scenario.threads}`,
        String(limited),
        String(calls),
        `${cpuMsPerAnswer.toFixed(0)} ms`,
        `${(rssBytes / 2 ** 20).toFixed(0)} MiB`,
      ];
    });
  return aligned([head, ...rows]);
}

function caseOf({ scenario }: Outcome): string {
  const { shape, burst, threads, bot } = scenario;
  return `${shape.name} ${burst} ${String(threads).padStart(3, '0')} ${bots.indexOf(bot)} ${labelOf(scenario)}`;
}

/** The bot, and how its answers grow if it has several ways. */
export function labelOf({ bot, streaming }: Pick<Scenario, 'bot' | 'streaming'>): string {
  return streaming ? `${bot}, ${streaming}` : bot;
}

/** Explains the columns, and odd results. */
export function notes(outcomes: readonly Outcome[]): string {
  const incomplete = outcomes.some(({ scenario, limited, reads }) => {
    const isCut = reads.some((read) => read.shown < 1);
    return scenario.platform === 'discord' && scenario.bot === 'chat-sdk' && limited > 0 && isCut;
  });
  return [
    'first text: median time after the question. last complete: the slowest answer to complete, after its last token.',
    'its bound: on Discord, a thread, a token and a message; or two calls for each of half the answers, at 50 a second.',
    'bound: half the time that the rate limits leave between two refreshes, and half a call. CPU excludes the start.',
    ...(incomplete
      ? [
          'chat-sdk: its Discord adapter does not retry a refused call, so an answer whose last edit is refused stays incomplete.',
        ]
      : []),
  ].join('\n');
}

export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? '-' : `${(ms / 1_000).toFixed(2)} s`;
}

/** The median. */
export function middleOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}
