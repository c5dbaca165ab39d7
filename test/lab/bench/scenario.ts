/**
 * One run of one bot: a new sandbox that enforces rate limits, C people who ask at once, what they saw and what it cost.
 * Effects: its own processes and sockets, closed at the end.
 */
import { type BotName, type RunningBot, startBot } from './bot.ts';
import type { Settings } from './bots/child.ts';
import { createReader, type Read, type Reader } from './reading.ts';
import { type Shape, tokensOf } from './script.ts';
import { startService } from './service.ts';
import { discordStage, slackStage } from './stages.ts';

export interface Scenario {
  readonly platform: 'slack' | 'discord';
  readonly bot: BotName;
  /** Docent on Slack only: how answers grow in channels. */
  readonly streaming?: Settings['streaming'];
  /** People who ask at once, each in a thread of its own. */
  readonly threads: number;
  readonly shape: Shape;
  /** Slack only: the share of a minute's quota that may be used in a burst, or a sliding window of a minute. */
  readonly burst: number | 'window';
  /** How long after the last token the run is given up. */
  readonly limitMs: number;
}

export interface Outcome {
  readonly scenario: Scenario;
  readonly reads: readonly Read[];
  /** Calls that were rate limited. */
  readonly limited: number;
  /** Other calls that the platform refused or that should not have been sent. */
  readonly violations: readonly string[];
  readonly calls: number;
  readonly cpuMsPerAnswer: number;
  readonly rssBytes: number;
}

export async function run(scenario: Scenario): Promise<Outcome> {
  const { platform, bot, streaming, threads, shape } = scenario;
  const readers: Reader[] = [];
  const stage = platform === 'slack' ? await slackStage(scenario.burst) : await discordStage();
  const service = await startService(shape, (number, token, at) => readers[number]?.sent(token, at));
  const settings = { ...stage.settings, platform, assistantUrl: service.url, ...(streaming && { streaming }) };
  let running: RunningBot | undefined;
  try {
    running = await startBot(bot, settings);
    // Lets the calls of the start drop out of the rate limits.
    await pause(1_500);
    const before = await running.use();
    const byThread = new Map<string, Reader>();
    stage.watch((thread, text) => byThread.get(thread)?.seen(text, Date.now()));
    for (let index = 0; index < threads; index += 1) {
      readers.push(createReader(Date.now(), tokensOf(shape, index).join('')));
    }
    await Promise.all(
      readers.map(async (reader, index) => {
        byThread.set(await stage.ask(`How is it set? #${index}`), reader);
      }),
    );
    await complete(readers, dueEnd(shape) + scenario.limitMs);
    const after = await running.use();
    return {
      scenario,
      reads: readers.map((reader) => reader.result()),
      limited: stage.violations.filter(({ kind }) => kind === 'rate_limited').length,
      violations: stage.violations
        .filter(({ kind }) => kind !== 'rate_limited')
        .map(({ kind, detail }) => `${kind} ${detail}`),
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

/** Waits until every answer is complete, and a moment longer for calls in flight, or until the time is over. */
async function complete(readers: readonly Reader[], limitMs: number): Promise<void> {
  const endAt = Date.now() + limitMs;
  while (Date.now() < endAt && !readers.every((reader) => reader.isComplete())) await pause(50);
  await pause(500);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
