/**
 * CPU per answer of one bot, in its first round and later: most code of a fresh process is not compiled yet, while a bot that
 * runs for days costs what later rounds do. Effects: the process and the sandboxes, closed at the end.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askAtOnce } from './ask-at-once.ts';
import { type BotName, startBot } from './bot.ts';
import { startAsOperator } from './operator.ts';
import { quick } from './script.ts';
import { startService } from './service.ts';
import { discordStage, type Stage, slackStage } from './stages.ts';

export interface Rounds {
  readonly platform: 'slack' | 'discord';
  /** Docent from sources or from the bundle, started as an operator starts it; or a peer, with Node's default flags. */
  readonly bot: 'sources' | 'bundle' | Exclude<BotName, 'docent'>;
  /** One figure per round. */
  readonly msPerAnswer: readonly number[];
  /** How many answers of all rounds were not completed. */
  readonly lost: number;
}

/** Concurrent answers in each round. */
const answers = 25;
/** How long to wait until work after the start is done. */
const settleMs = 4_000;

/** Asks a single question before the first round. */
export async function cpuOfRounds(
  { platform, bot }: Pick<Rounds, 'platform' | 'bot'>,
  rounds: number,
): Promise<Rounds> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  const stage = platform === 'slack' ? await slackStage(0.5) : await discordStage();
  const service = await startService(quick, () => undefined);
  const running = await start(bot, platform, stage, service.url, folder);
  try {
    await pause(settleMs);
    await askAtOnce(stage, 1);
    const msPerAnswer: number[] = [];
    let lost = 0;
    for (let round = 0; round < rounds; round += 1) {
      const before = await running.use();
      lost += answers - (await askAtOnce(stage, answers, 1 + round * answers));
      msPerAnswer.push(((await running.use()).cpuMs - before.cpuMs) / answers);
    }
    return { platform, bot, msPerAnswer, lost };
  } finally {
    await running.stop();
    await Promise.all([stage.stop(), service.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Running {
  use(): Promise<{ readonly cpuMs: number }>;
  stop(): Promise<void>;
}

function start(
  bot: Rounds['bot'],
  platform: Rounds['platform'],
  { settings }: Stage,
  assistantUrl: string,
  folder: string,
): Promise<Running> {
  if (bot === 'sources' || bot === 'bundle')
    return startAsOperator(bot, folder, { [platform]: settings, assistantUrl });
  return startBot(bot, { ...settings, platform, assistantUrl }, []);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
