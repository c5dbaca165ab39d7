/**
 * What an answer costs, beside the peers and the bounds: CPU of one more answer, what is stored of it, memory of the whole
 * process from the sources and as it is packed, and how fresh answers are when several are written at once.
 * In: nothing. Out: tables. Effects: processes and sockets, gone at the end.
 */
import type { BotName } from './bot.ts';
import { type Footprint, footprintOf } from './footprint.ts';
import { type Outcome, run, type Scenario } from './scenario.ts';
import { quick } from './script.ts';
import { aligned, boundMs, firstBoundMs, summary } from './table.ts';

const platforms = ['slack', 'discord'] as const;
const bots: readonly BotName[] = ['docent', 'plain', 'chat-sdk'];
/** The marginal answer is what so many at once cost more than one alone, divided by how many more they are. */
const many = 25;

type Case = Pick<Scenario, 'platform' | 'bot' | 'threads'>;

/** About eight minutes. */
export async function printCosts(say: (text: string) => void): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const each of cases()) {
    outcomes.push(
      await run({ ...each, shape: quick, burst: 0.5, patienceMs: each.platform === 'slack' ? 75_000 : 20_000 }),
    );
  }
  say(`${cpuTable(outcomes)}\n`);
  say(`${freshnessTable(outcomes)}\n`);
  say(`${footprintTable([await footprintOf('sources'), await footprintOf('bundle')])}\n`);
}

function cases(): readonly Case[] {
  return platforms.flatMap((platform) => [
    ...bots.flatMap((bot) => [1, many].map((threads) => ({ platform, bot, threads }))),
    ...[5, 50].map((threads) => ({ platform, bot: 'docent' as const, threads })),
  ]);
}

function cpuTable(outcomes: readonly Outcome[]): string {
  const rows = platforms.flatMap((platform) => {
    const costs = bots.map((bot) => marginalMs(outcomes, { platform, bot }));
    const least = Math.min(...costs.slice(1));
    return bots.map((bot, at) => {
      const ms = costs[at] ?? Number.NaN;
      return [
        platform,
        bot,
        `${ms.toFixed(0)} ms`,
        bot === 'docent' ? ratio(ms, least) : '',
        bot === 'docent' ? '1.30' : '',
      ];
    });
  });
  return aligned([['CPU of one more answer', 'bot', 'CPU', 'to the best peer', 'goal'], ...rows]);
}

function marginalMs(outcomes: readonly Outcome[], { platform, bot }: Pick<Case, 'platform' | 'bot'>): number {
  const total = (threads: number): number =>
    (find(outcomes, { platform, bot, threads })?.cpuMsPerAnswer ?? Number.NaN) * threads;
  return (total(many) - total(1)) / (many - 1);
}

function find(outcomes: readonly Outcome[], { platform, bot, threads }: Case): Outcome | undefined {
  return outcomes.find(
    ({ scenario }) => scenario.platform === platform && scenario.bot === bot && scenario.threads === threads,
  );
}

/** In milliseconds, or as a ratio to the bound. */
const goals: Readonly<Record<string, string>> = {
  'slack 5 mean': '0.45 s',
  'discord 25 first': '0.70 s',
  'discord 50 first': '1.05 x',
};

function freshnessTable(outcomes: readonly Outcome[]): string {
  const rows = platforms.flatMap((platform) =>
    [1, 5, many, 50].flatMap((threads) => {
      const outcome = find(outcomes, { platform, bot: 'docent', threads });
      if (!outcome) return [];
      const { firstMs = Number.NaN, meanMs = Number.NaN, whole } = summary(outcome);
      const [firstBound, meanBound] = [firstBoundMs(outcome.scenario), boundMs(outcome.scenario)];
      const goal = (of: string): string => goals[`${platform} ${threads} ${of}`] ?? '';
      const first = [seconds(firstMs), seconds(firstBound), ratio(firstMs, firstBound), goal('first')];
      const mean = [seconds(meanMs), seconds(meanBound), ratio(meanMs, meanBound), goal('mean')];
      return [[platform, String(threads), ...first, ...mean, `${whole}/${threads}`]];
    }),
  );
  const columns = ['first text', 'bound', 'ratio', 'goal', 'mean', 'bound', 'ratio', 'goal', 'whole'];
  return aligned([['answers at once', 'C', ...columns], ...rows]);
}

function footprintTable(footprints: readonly Footprint[]): string {
  const rows = footprints.map(({ from, idleBytes, peakBytes, stored }) => [
    from,
    mebibytes(idleBytes),
    mebibytes(peakBytes),
    from === 'bundle' ? '120 MiB' : '140 MiB',
    ...stored.map(({ bytes, commits }) => `${(bytes / 1_024).toFixed(0)} KiB in ${commits.toFixed(0)}`),
  ]);
  const head = ['both platforms, from', 'RSS idle', 'RSS at most', 'goal', 'stored on Slack, in commits', 'on Discord'];
  return aligned([head, ...rows]);
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? '-' : `${(ms / 1_000).toFixed(2)} s`;
}

function ratio(value: number, bound: number | undefined): string {
  return bound === undefined ? '-' : (value / bound).toFixed(2);
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}
