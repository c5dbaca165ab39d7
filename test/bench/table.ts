/**
 * The figures of a run as a table. In: outcomes. Out: lines of text. Pure.
 */
import type { BotName } from './bot.ts';
import type { Outcome, Scenario } from './scenario.ts';
import { latencyMs } from './stages.ts';

/** What the limits allow at best: the mean time from "sent" to "seen" when an answer is refreshed as often as it can be. */
export function boundMs({ platform, threads }: Pick<Scenario, 'platform' | 'threads'>): number {
  // Slack: 100 appends a minute, shared by all. Discord: one edit a second in each thread, 50 calls a second in all.
  const refreshMs = platform === 'slack' ? threads * 600 : Math.max(1, threads / 50) * 1_000;
  return refreshMs / 2 + latencyMs / 2;
}

/**
 * When half of the readers have words on Discord: a thread, the assistant's first token, a message. Each start takes two
 * calls, of the thread and of the message, so that the one in the middle of C is served by call number C: at 50 a second
 * after C / 50 s, and half a call later it is seen. Who starts rested may be a little earlier, since a second's calls may
 * go at once.
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

/** One figure of many answers. Undefined when none has it. */
export interface Summary {
  readonly firstMs: number | undefined;
  readonly meanMs: number | undefined;
  readonly lateMs: number | undefined;
  readonly whole: number;
}

/** First text: the median. Mean: over all answers. Late: the last answer to be complete, after its last token. */
export function summary({ reads }: Outcome): Summary {
  const means = reads.flatMap((read) => read.meanLagMs ?? []);
  const late = reads.flatMap((read) => read.completeMs ?? []);
  return {
    firstMs: middleOf(reads.flatMap((read) => read.firstTextMs ?? [])),
    meanMs: means.length === 0 ? undefined : means.reduce((sum, each) => sum + each, 0) / means.length,
    lateMs: late.length === 0 ? undefined : Math.max(...late),
    whole: late.length,
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
  'whole',
  '429',
  'calls',
  'CPU/answer',
  'memory',
];

/** Equal cases stand together. */
export function table(outcomes: readonly Outcome[]): string {
  const rows = outcomes
    .toSorted((one, other) => caseOf(one).localeCompare(caseOf(other)))
    .map((outcome) => {
      const { scenario, limited, calls, cpuMsPerAnswer, rssBytes } = outcome;
      const { firstMs, meanMs, lateMs, whole } = summary(outcome);
      const bound = boundMs(scenario);
      return [
        scenario.shape.name,
        scenario.platform === 'slack' ? String(scenario.burst) : '',
        String(scenario.threads),
        scenario.bot,
        seconds(firstMs),
        seconds(firstBoundMs(scenario)),
        seconds(meanMs),
        seconds(bound),
        meanMs === undefined ? '-' : (meanMs / bound).toFixed(2),
        lateMs === undefined ? '-' : `+${seconds(lateMs)}`,
        `${whole}/${scenario.threads}`,
        String(limited),
        String(calls),
        `${cpuMsPerAnswer.toFixed(0)} ms`,
        `${(rssBytes / 2 ** 20).toFixed(0)} MiB`,
      ];
    });
  return aligned([head, ...rows]);
}

function caseOf({ scenario: { shape, burst, threads, bot } }: Outcome): string {
  return `${shape.name} ${burst} ${String(threads).padStart(3, '0')} ${bots.indexOf(bot)}`;
}

/** What a reader of the table may wonder about. */
export function notes(outcomes: readonly Outcome[]): string {
  const incomplete = outcomes.some(({ scenario, limited, reads }) => {
    const isCut = reads.some((read) => read.shown < 1);
    return scenario.platform === 'discord' && scenario.bot === 'chat-sdk' && limited > 0 && isCut;
  });
  return [
    'first text: the median, from the question on. last complete: of the answer that ended last, after its last token.',
    'its bound: on Discord, a thread, a token and a message; or two calls for each of half of the readers, 50 a second.',
    'bound: half of what the limits leave between two refreshes, and half a call. CPU without the start of the process.',
    ...(incomplete
      ? [
          'chat-sdk: its Discord adapter repeats no call that was refused, so an answer whose last edit was is not whole.',
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
