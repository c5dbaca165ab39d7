/**
 * One run of one bot: a fresh sandbox with its limits enforced, C people who ask at once, what they saw and what it cost.
 * Effects: processes and sockets of its own, all gone at the end.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createDiscordSandbox } from '../../src/sandbox/discord/sandbox.ts';
import { createSlackSandbox } from '../../src/sandbox/slack/sandbox.ts';
import type { Settings, Use, Word } from './bots/child.ts';
import { createReader, type Read, type Reader } from './reading.ts';
import { type Shape, tokensOf } from './script.ts';
import { startService } from './service.ts';

export type BotName = 'docent' | 'plain' | 'chat-sdk';

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

/** A call takes this long: half to the platform, half back. */
export const latencyMs = 80;

/** The side of the platform: where people ask and read. */
interface Stage {
  readonly settings: Omit<Settings, 'platform' | 'assistantUrl'>;
  /** Asks in a thread of its own; gives its name. */
  ask(question: string): Promise<string>;
  /** Tells of each change the thread and all that the bot says there now. */
  watch(listener: (thread: string, text: string) => void): void;
  readonly violations: readonly { readonly kind: string; readonly detail: string }[];
  calls(): number;
  stop(): Promise<void>;
}

export async function run(scenario: Scenario): Promise<Outcome> {
  const { platform, bot, threads, shape } = scenario;
  const answer = tokensOf(shape).join('');
  const readers: Reader[] = [];
  const stage = platform === 'slack' ? await slackStage(scenario) : await discordStage();
  const service = await startService(shape, (number, token, at) => readers[number]?.sent(token, at));
  const settings = { ...stage.settings, platform, assistantUrl: service.url };
  const child = fork(new URL(`./bots/${bot}.ts`, import.meta.url), {
    env: { ...process.env, BENCH_BOT: JSON.stringify(settings) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    await heard(child, (word) => 'ready' in word);
    const before = await measured(child);
    const byThread = new Map<string, Reader>();
    stage.watch((thread, text) => byThread.get(thread)?.seen(text, Date.now()));
    for (let each = 0; each < threads; each += 1) readers.push(createReader(Date.now(), answer));
    await Promise.all(
      readers.map(async (reader, each) => {
        byThread.set(await stage.ask(`How is it set? #${each}`), reader);
      }),
    );
    await complete(readers, dueEnd(shape) + scenario.patienceMs);
    const after = await measured(child);
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
    child.send('stop', () => undefined);
    const hard = setTimeout(() => child.kill('SIGKILL'), 5_000);
    if (child.exitCode === null) await once(child, 'exit');
    clearTimeout(hard);
    await Promise.all([stage.stop(), service.stop()]);
  }
}

function dueEnd(shape: Shape): number {
  return shape.firstMs + (shape.tokens * 1_000) / shape.perSecond;
}

/** Until every answer stands there, and a moment longer for what is still under way; or until the time is over. */
async function complete(readers: readonly Reader[], limitMs: number): Promise<void> {
  const endAt = Date.now() + limitMs;
  while (Date.now() < endAt && !readers.every((reader) => reader.isComplete())) await pause(50);
  await pause(500);
}

async function measured(child: ChildProcess): Promise<Use> {
  child.send('use');
  const word = await heard(child, (each) => 'used' in each);
  return 'used' in word ? word.used : { cpuMs: 0, rssBytes: 0, peakBytes: 0 };
}

function heard(child: ChildProcess, wanted: (word: Word) => boolean): Promise<Word> {
  return new Promise((resolve, reject) => {
    const onMessage = (word: unknown): void => {
      // Only bots/child.ts speaks on this channel.
      if (!wanted(word as Word)) return;
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(word as Word);
    };
    const onExit = (code: number | null): void => reject(new Error(`the bot ended with ${code}`));
    child.on('message', onMessage);
    child.on('exit', onExit);
  });
}

async function slackStage({ burst }: Scenario): Promise<Stage> {
  const slack = await createSlackSandbox({ limits: { enforce: true, burst }, latencyMs });
  const channel = slack.channels.find((each) => each.name === 'docs-help')?.id ?? '';
  const user = slack.users.find((each) => each.name === 'ada')?.id ?? '';
  return {
    settings: {
      apiUrl: slack.apiUrl,
      token: slack.botToken,
      appToken: slack.appToken,
      guildId: '',
      applicationId: '',
      botUserId: slack.botUserId,
    },
    ask: async (question) => (await slack.say({ channel, user, text: `<@${slack.botUserId}> ${question}` })).ts,
    watch(listener) {
      slack.onChange((change) => {
        if (change.kind !== 'posted' && change.kind !== 'edited') return;
        const { threadTs, botId } = change.message;
        if (threadTs === undefined || botId !== slack.botId) return;
        const ours = slack.messages(channel, threadTs).filter((one) => one.botId === slack.botId);
        listener(threadTs, ours.map((one) => one.text).join('\n'));
      });
    },
    violations: slack.violations,
    calls: () => slack.calls.length,
    stop: slack.stop,
  };
}

async function discordStage(): Promise<Stage> {
  const discord = await createDiscordSandbox({ limits: { enforce: true }, latencyMs });
  const channel = discord.channels.find((each) => each.name === 'docs-help')?.id ?? '';
  const user = discord.users.find((each) => each.name === 'ada')?.id ?? '';
  return {
    settings: {
      apiUrl: discord.apiUrl,
      token: discord.token,
      appToken: '',
      guildId: discord.guildId,
      applicationId: discord.applicationId,
      botUserId: discord.botUserId,
    },
    ask: async (question) => (await discord.say({ channel, user, text: `<@${discord.botUserId}> ${question}` })).id,
    watch(listener) {
      discord.onChange((change) => {
        if (change.kind !== 'posted' && change.kind !== 'edited') return;
        const { channel: thread, author } = change.message;
        if (author !== discord.botUserId) return;
        const ours = discord.messages(thread).filter((one) => one.author === discord.botUserId && !one.system);
        listener(thread, ours.map((one) => one.content).join('\n'));
      });
    },
    violations: discord.violations,
    calls: () => discord.calls.length,
    stop: discord.stop,
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
