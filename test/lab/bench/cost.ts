/**
 * What an answer costs, compared with the peers and with bounds: CPU in a fresh process and later, stored bytes, memory of the
 * whole process from sources and from the bundle, and freshness of concurrent answers. Effects: processes and sockets, closed
 * at the end.
 */
import { type Footprint, footprintOf } from './footprint.ts';
import { cpuOfRounds, type Rounds } from './rounds.ts';
import { type Outcome, run, type Scenario } from './scenario.ts';
import { quick } from './script.ts';
import { aligned, boundMs, firstBoundMs, summary } from './table.ts';

const platforms = ['slack', 'discord'] as const;
const bots: readonly Rounds['bot'][] = ['sources', 'bundle', 'plain', 'chat-sdk'];
/** Slack's rate limits make a round take a minute. */
const rounds = { slack: 3, discord: 5 };
const freshnessThreads = [1, 5, 25, 50];

/** Takes about half an hour. */
export async function printCosts(say: (text: string) => void): Promise<void> {
  const costs: Rounds[] = [];
  for (const platform of platforms) {
    for (const bot of bots) costs.push(await cpuOfRounds({ platform, bot }, rounds[platform]));
  }
  say(`${cpuTable(costs)}\n`);
  const outcomes: Outcome[] = [];
  for (const platform of platforms) {
    for (const threads of freshnessThreads) {
      const streams = platform === 'slack' && ({ streaming: 'native' } as const);
      const scenario: Case = { platform, bot: 'docent', threads, ...streams };
      outcomes.push(
        await run({ ...scenario, shape: quick, burst: 0.5, limitMs: platform === 'slack' ? 75_000 : 20_000 }),
      );
    }
  }
  say(`${freshnessTable(outcomes)}\n`);
  say(`${footprintTable([await footprintOf('sources'), await footprintOf('bundle')])}\n`);
}

type Case = Pick<Scenario, 'platform' | 'bot' | 'streaming' | 'threads'>;

function cpuTable(costs: readonly Rounds[]): string {
  const rows = costs.map((cost) => {
    const { platform, bot, msPerAnswer, lost } = cost;
    const peers = costs.filter((other) => other.platform === platform && !isOurs(other));
    const toPeers = (figure: (rounds: Rounds) => number): string => ratio(figure(cost), Math.min(...peers.map(figure)));
    const compared = isOurs({ bot }) ? [toPeers(first), toPeers(later), '1.30'] : ['', '', ''];
    const name = isOurs({ bot }) ? `docent, ${bot}` : bot;
    return [platform, name, msPerAnswer.map((ms) => ms.toFixed(0)).join(' '), String(lost), ...compared];
  });
  const head = ['CPU of an answer', 'bot', 'ms in each round', 'incomplete', 'first to best peer', 'later', 'goal'];
  return aligned([head, ...rows]);
}

function isOurs({ bot }: Pick<Rounds, 'bot'>): boolean {
  return bot === 'sources' || bot === 'bundle';
}

function first({ msPerAnswer }: Rounds): number {
  return msPerAnswer[0] ?? Number.NaN;
}

/** The mean of the second half of the rounds. */
function later({ msPerAnswer }: Rounds): number {
  const half = msPerAnswer.slice(Math.floor(msPerAnswer.length / 2));
  return half.reduce((sum, ms) => sum + ms, 0) / half.length;
}

function find(outcomes: readonly Outcome[], { platform, bot, threads }: Case): Outcome | undefined {
  return outcomes.find(
    ({ scenario }) => scenario.platform === platform && scenario.bot === bot && scenario.threads === threads,
  );
}

/** In seconds, or as a ratio to the bound. */
const goals: Readonly<Record<string, string>> = {
  'slack 5 mean': '0.45 s',
  'discord 25 first': '0.70 s',
  'discord 50 first': '1.05 x',
};

function freshnessTable(outcomes: readonly Outcome[]): string {
  const rows = platforms.flatMap((platform) =>
    freshnessThreads.flatMap((threads) => {
      const outcome = find(outcomes, { platform, bot: 'docent', threads });
      if (!outcome) return [];
      const { firstMs = Number.NaN, meanMs = Number.NaN, complete } = summary(outcome);
      const [firstBound, meanBound] = [firstBoundMs(outcome.scenario), boundMs(outcome.scenario)];
      const goal = (figure: string): string => goals[`${platform} ${threads} ${figure}`] ?? '';
      const first = [seconds(firstMs), seconds(firstBound), ratio(firstMs, firstBound), goal('first')];
      const mean = [seconds(meanMs), seconds(meanBound), ratio(meanMs, meanBound), goal('mean')];
      return [[platform, String(threads), ...first, ...mean, `${complete}/${threads}`]];
    }),
  );
  const columns = ['first text', 'bound', 'ratio', 'goal', 'mean', 'bound', 'ratio', 'goal', 'complete'];
  return aligned([['concurrent answers', 'C', ...columns], ...rows]);
}

function footprintTable(footprints: readonly Footprint[]): string {
  const rows = footprints.map(({ from, idleBytes, peakBytes, stored }) => [
    from,
    mebibytes(idleBytes),
    mebibytes(peakBytes),
    from === 'bundle' ? '120 MiB' : '140 MiB',
    ...stored.map(({ bytes, commits }) => `${(bytes / 1_024).toFixed(0)} KiB in ${commits.toFixed(0)}`),
  ]);
  const head = ['both platforms, from', 'RSS idle', 'peak RSS', 'goal', 'stored on Slack, in commits', 'on Discord'];
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
