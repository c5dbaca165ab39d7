/**
 * Which runs the bench makes. In: all, or the representative part. Out: scenarios. Pure.
 */
import type { BotName, Scenario } from './scenario.ts';
import { quick, quickLine, type Shape, slow } from './script.ts';

const bots: readonly BotName[] = ['docent', 'plain', 'chat-sdk'];
const limiters = [0.25, 0.5, 1, 'window'] as const;

export function plan(full: boolean): readonly Scenario[] {
  return full ? all() : representative();
}

/** Every bot on the common cases, Docent alone on every limiter: within ten minutes. */
function representative(): readonly Scenario[] {
  return [
    ...bots.flatMap((bot) => [
      ...[1, 5, 10, 25].flatMap((threads) => [slack(bot, threads, quick), discord(bot, threads, quick)]),
      slack(bot, 1, quickLine),
    ]),
    ...(['docent', 'plain'] as const).flatMap((bot) => [
      slack(bot, 1, slow),
      slack(bot, 10, slow),
      discord(bot, 10, slow),
    ]),
    ...([0.25, 1, 'window'] as const).flatMap((burst) => [
      slack('docent', 1, slow, burst),
      slack('docent', 10, slow, burst),
      slack('docent', 25, quick, burst),
    ]),
  ];
}

function all(): readonly Scenario[] {
  return bots.flatMap((bot) =>
    [1, 5, 10, 25, 100].flatMap((threads) =>
      [quick, quickLine, slow].flatMap((shape) => [
        ...limiters.map((burst) => slack(bot, threads, shape, burst)),
        discord(bot, threads, shape),
      ]),
    ),
  );
}

function slack(bot: BotName, threads: number, shape: Shape, burst: Scenario['burst'] = 0.5): Scenario {
  return { platform: 'slack', bot, threads, shape, burst, patienceMs: 90_000 };
}

function discord(bot: BotName, threads: number, shape: Shape): Scenario {
  return { platform: 'discord', bot, threads, shape, burst: 0.5, patienceMs: 60_000 };
}
