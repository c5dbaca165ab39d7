/**
 * The scenarios that the bench runs: all of them, or a representative selection. Pure.
 */
import type { BotName } from './bot.ts';
import type { Scenario } from './scenario.ts';
import { quick, quickLine, type Shape, slow } from './script.ts';

const bots: readonly BotName[] = ['docent', 'plain', 'chat-sdk'];
const limiters = [0.25, 0.5, 1, 'window'] as const;

export function plan(full: boolean): readonly Scenario[] {
  return full ? all() : representative();
}

/**
 * Every bot in the common cases, and Docent alone where only its handling of a limit is of interest. Takes less than ten
 * minutes: first the long scenarios with little work, then those with much.
 */
function representative(): readonly Scenario[] {
  return [
    ...(['docent', 'plain'] as const).flatMap((bot) => [slack(bot, 10, slow), discord(bot, 10, slow)]),
    edited(10, slow),
    ...([0.25, 'window'] as const).map((burst) => slack('docent', 10, slow, burst)),
    slack('docent', 1, slow),
    ...[1, 5, 10, 25].map((threads) => edited(threads, quick)),
    ...bots.flatMap((bot) => [slack(bot, 10, quick), discord(bot, 10, quick)]),
    ...bots.flatMap((bot) => [slack(bot, 1, quick), slack(bot, 1, quickLine), discord(bot, 1, quick)]),
    ...([0.25, 1, 'window'] as const).map((burst) => slack('docent', 10, quick, burst)),
    slack('docent', 5, quick),
    discord('docent', 10, quickLine),
    ...(['plain', 'chat-sdk', 'docent'] as const).flatMap((bot) => [slack(bot, 25, quick), discord(bot, 25, quick)]),
    ...([0.25, 1, 'window'] as const).map((burst) => slack('docent', 25, quick, burst)),
    discord('docent', 100, quick),
  ];
}

/** Docent with every limiter, the others with a burst of half a minute. */
function all(): readonly Scenario[] {
  return bots.flatMap((bot) =>
    [1, 5, 10, 25, 100].flatMap((threads) =>
      [quick, quickLine, slow].flatMap((shape) => [
        ...(bot === 'docent' ? limiters : ([0.5] as const)).map((burst) => slack(bot, threads, shape, burst)),
        ...(bot === 'docent' ? limiters.map((burst) => edited(threads, shape, burst)) : []),
        discord(bot, threads, shape),
      ]),
    ),
  );
}

/** Docent streams. */
function slack(bot: BotName, threads: number, shape: Shape, burst: Scenario['burst'] = 0.5): Scenario {
  const native = bot === 'docent' && ({ streaming: 'native' } as const);
  return { platform: 'slack', bot, threads, shape, burst, limitMs: 75_000, ...native };
}

function edited(threads: number, shape: Shape, burst?: Scenario['burst']): Scenario {
  return { ...slack('docent', threads, shape, burst), streaming: 'edit' };
}

function discord(bot: BotName, threads: number, shape: Shape): Scenario {
  return { platform: 'discord', bot, threads, shape, burst: 0.5, limitMs: 20_000 };
}
