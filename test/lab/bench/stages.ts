/**
 * The two simulated platforms for the bench, with enforced rate limits. Effects: a server each, closed by `stop`.
 */
import { createDiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import { createSlackSandbox } from '../../../src/sandbox/slack/sandbox.ts';
import type { Settings } from './bots/child.ts';

/** How long a call takes: half to the platform, half back. */
export const latencyMs = 80;

/** The platform's side, where people ask and read. */
export interface Stage {
  readonly settings: Omit<Settings, 'platform' | 'assistantUrl' | 'streaming'>;
  /** Asks in a new thread. Returns the thread's id. */
  ask(question: string): Promise<string>;
  /** Calls the listener after each change, with the thread and the whole text that the bot shows there. */
  watch(listener: (thread: string, text: string) => void): void;
  readonly violations: readonly { readonly kind: string; readonly detail: string }[];
  calls(): number;
  stop(): Promise<void>;
}

/** Several people ask, because each may have only a few open questions. */
const people = ['ada', 'grace', 'linus', 'noor'];

function inTurn(users: readonly { readonly id: string }[]): () => string {
  let asked = 0;
  return () => {
    asked += 1;
    return users[asked % users.length]?.id ?? '';
  };
}

/** `burst`: the share of a minute's quota that may be used in a burst, or a sliding window of a minute. */
export async function slackStage(burst: number | 'window'): Promise<Stage> {
  const slack = await createSlackSandbox({ limits: { enforce: true, burst }, latencyMs });
  const channel = slack.channels.find(({ name }) => name === 'docs-help')?.id ?? '';
  const nextAsker = inTurn(slack.users.filter(({ name }) => people.includes(name)));
  return {
    settings: {
      apiUrl: slack.apiUrl,
      token: slack.botToken,
      appToken: slack.appToken,
      guildId: '',
      applicationId: '',
      botUserId: slack.botUserId,
    },
    ask: async (question) =>
      (await slack.say({ channel, user: nextAsker(), text: `<@${slack.botUserId}> ${question}` })).ts,
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

export async function discordStage(): Promise<Stage> {
  const discord = await createDiscordSandbox({ limits: { enforce: true, threadsPerChannel: 1_000 }, latencyMs });
  const channel = discord.channels.find(({ name }) => name === 'docs-help')?.id ?? '';
  const nextAsker = inTurn(discord.users.filter(({ name }) => people.includes(name)));
  return {
    settings: {
      apiUrl: discord.apiUrl,
      token: discord.token,
      appToken: '',
      guildId: discord.guildId,
      applicationId: discord.applicationId,
      botUserId: discord.botUserId,
    },
    ask: async (question) =>
      (await discord.say({ channel, user: nextAsker(), text: `<@${discord.botUserId}> ${question}` })).id,
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
