/**
 * One run of one bot: a fresh sandbox with its limits enforced, C people who ask at once, what they saw and what it cost.
 * Effects: processes and sockets of its own, all gone at the end.
 */
import { type BotName, type RunningBot, startBot } from './bot.ts';
import { createReader, type Read, type Reader } from './reading.ts';
import { type Shape, tokensOf } from './script.ts';
import { startService } from './service.ts';
import { discordStage, slackStage } from './stages.ts';

export interface Scenario {
  readonly platform: 'slack' | 'discord';
  readonly bot: BotName;
  /** People who ask at once, each in a thread of its own. */
  readonly threads: number;
  readonly shape: Shape;
  /** Of Slack: the share of a minute's quota that may go at once, or a sliding minute. */
  readonly burst: number | 'window';
  /** Given up after the last token. */
  readonly patienceMs: number;
}

export interface Outcome {
  readonly scenario: Scenario;
  readonly reads: readonly Read[];
  /** Calls that were refused because of a limit. */
  readonly limited: number;
  /** Anything else that the platform refused or that should not have been sent. */
  readonly violations: readonly string[];
  readonly calls: number;
  readonly cpuMsPerAnswer: number;
  readonly rssBytes: number;
}

export async function run(scenario: Scenario): Promise<Outcome> {
  const { platform, bot, threads, shape } = scenario;
  const readers: Reader[] = [];
  const stage = platform === 'slack' ? await slackStage(scenario.burst) : await discordStage();
  const service = await startService(shape, (number, token, at) => readers[number]?.sent(token, at));
  const settings = { ...stage.settings, platform, assistantUrl: service.url };
  let running: RunningBot | undefined;
  try {
    running = await startBot(bot, settings);
    // What it calls when it starts counts into no limit any more.
    await pause(1_500);
    const before = await running.use();
    const byThread = new Map<string, Reader>();
    stage.watch((thread, text) => byThread.get(thread)?.seen(text, Date.now()));
    for (let each = 0; each < threads; each += 1) {
      readers.push(createReader(Date.now(), tokensOf(shape, each).join('')));
    }
    await Promise.all(
      readers.map(async (reader, each) => {
        byThread.set(await stage.ask(`How is it set? #${each}`), reader);
      }),
    );
    await complete(readers, dueEnd(shape) + scenario.patienceMs);
    const after = await running.use();
    return {
      scenario,
      reads: readers.map((reader) => reader.result()),
      limited: stage.violations.filter((each) => each.kind === 'rate_limited').length,
      violations: stage.violations
        .filter((each) => each.kind !== 'rate_limited')
        .map((each) => `${each.kind} ${each.detail}`),
      calls: stage.calls(),
      cpuMsPerAnswer: (after.cpuMs - before.cpuMs) / threads,
      rssBytes: after.peakBytes,
    };
  } finally {
    await running?.stop();
    await Promise.all([stage.stop(), service.stop()]);
  }
}

/** When the last token is sent, in milliseconds after the question. */
export function dueEnd(shape: Shape): number {
  return shape.firstMs + (shape.tokens * 1_000) / shape.perSecond;
}

/** Until every answer stands there, and a moment longer for what is still under way; or until the time is over. */
async function complete(readers: readonly Reader[], limitMs: number): Promise<void> {
  const endAt = Date.now() + limitMs;
  while (Date.now() < endAt && !readers.every((reader) => reader.isComplete())) await pause(50);
  await pause(500);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
