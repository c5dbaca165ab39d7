/** The adapter on a simulated Discord server, for the contract suite and the tests in this room. */
import type { Question, ThreadRef } from '../../../../src/bot/core/model/conversation.ts';
import type { Handlers } from '../../../../src/bot/core/ports/handlers.ts';
import type { Platform } from '../../../../src/bot/core/ports/platform.ts';
import { createDiscordPlatform, type DiscordOptions } from '../../../../src/bot/platforms/discord/adapter.ts';
import { walk } from '../../../../src/sandbox/discord/rest/components.ts';
import {
  createDiscordSandbox,
  type DiscordSandbox,
  type DiscordSandboxOptions,
  type SandboxMessage,
} from '../../../../src/sandbox/discord/sandbox.ts';
import { createKeptLog } from '../../../fakes/logger.ts';
import type { People, World } from '../contract/world.ts';

export interface DiscordWorld extends World {
  readonly discord: DiscordSandbox;
  readonly log: ReturnType<typeof createKeptLog>;
  readonly people: People;
  /** Resolves when every earlier message has been received. */
  heard(): Promise<void>;
}

/** Sent only by `heard`, and hidden from the handlers. */
const bell = 'every earlier message has been received';

export async function openDiscordWorld(
  overrides: { readonly sandbox?: DiscordSandboxOptions; readonly options?: Partial<DiscordOptions> } = {},
): Promise<DiscordWorld> {
  const discord = await createDiscordSandbox(overrides.sandbox);
  const log = createKeptLog();
  const adapter = createDiscordPlatform({
    token: discord.token,
    apiUrl: discord.apiUrl,
    logger: log,
    ...overrides.options,
  });
  const waiting = new Set<(text: string) => void>();
  const ada = userId(discord, 'ada');
  const grace = userId(discord, 'grace');
  const docsHelp = channelId(discord, 'docs-help');
  let secrets: readonly string[] = [];
  let threads = 0;

  const platform: Platform = { ...adapter, start: (handlers) => adapter.start(withBell(handlers)) };
  return {
    platform,
    discord,
    log,
    heard,
    async thread() {
      threads += 1;
      const { id } = await discord.say({ channel: docsHelp, user: ada, text: `Question ${threads}` });
      await discord.startThread({ channel: docsHelp, user: ada, name: `Question ${threads}`, from: id });
      return threadAt(discord, id);
    },
    buttons: (thread) => ours(discord, thread).flatMap(({ components }) => labelsIn(components)),
    shows: (thread) => ours(discord, thread).map((message) => message.content),
    deletes: ({ channel, thread }, message) => discord.deleteMessage(thread || channel, message.split('/')[1] ?? ''),
    limits: (action) =>
      discord.faults.failNext(action === 'post' ? 'POST /channels/:id/messages' : 'PATCH /channels/:id/messages/:id', {
        // Over immediately, because the adapter remembers a longer limit.
        retryAfter: 0,
      }),
    losesResponse: () => discord.faults.failNext('POST /channels/:id/messages', { loseAnswer: true }),
    pings: () => [...discord.pings(), ...discord.tokens()].map((ping) => JSON.stringify(ping)),
    tooManyChars: 2_001,
    people: {
      mention: (text) => said(docsHelp, `<@${discord.botUserId}> ${text}`),
      direct: (text) => asked(() => discord.directMessage({ user: ada, text })),
      reply: ({ channel, thread }, text) => said(thread || channel, text),
      async bot({ channel, thread }, text) {
        await post(discord, thread || channel, text);
        await heard();
      },
      async docs(text) {
        await discord.command({ name: 'docs', options: { question: text }, channel: docsHelp, user: ada });
      },
      presser: `discord:${grace}`,
      async press(thread, label) {
        const under = ours(discord, thread).findLast(({ components }) => labelsIn(components).includes(label));
        const channel = under?.channel ?? '';
        const { message } = await discord.press({ channel, user: grace, message: under?.id ?? '', button: label });
        secrets = discord
          .messages(channel)
          .flatMap(({ id, visibleTo, content }) => (id === message && visibleTo === grace ? [content] : []));
      },
      async deploy() {
        const { message } = await discord.command({ name: 'deploy', channel: docsHelp, user: ada });
        secrets = discord
          .messages(docsHelp)
          .flatMap(({ id, visibleTo, content }) => (id === message && visibleTo === ada ? [content] : []));
      },
      redeliver: () => asked(async () => discord.faults.repeatLast()),
      privately: () => secrets,
    },
    close: () => discord.stop(),
  };

  async function said(channel: string, text: string): Promise<void> {
    await discord.say({ channel, user: ada, text });
    await heard();
  }

  /** Sends a question, and waits until a matching one is accepted or refused. */
  async function asked(say: () => Promise<unknown>, matches = (_: string) => true): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const hear = (text: string): void => {
      if (matches(text)) resolve();
    };
    waiting.add(hear);
    await say();
    await promise;
    waiting.delete(hear);
  }

  /** Rings the bell as a person who asks no questions. */
  async function heard(): Promise<void> {
    const noor = userId(discord, 'noor');
    await asked(
      () => discord.directMessage({ user: noor, text: bell }),
      (text) => text === bell,
    );
  }

  function withBell(handlers: Handlers): Handlers {
    return {
      ...handlers,
      question: async (question: Question) => {
        try {
          return question.text === bell ? 'not_ours' : await handlers.question(question);
        } finally {
          for (const hear of [...waiting]) hear(question.text);
        }
      },
    };
  }
}

export function userId(discord: DiscordSandbox, name: string): string {
  return named(discord.users, name);
}

export function channelId(discord: DiscordSandbox, name: string): string {
  return named(discord.channels, name);
}

function named(all: readonly { readonly id: string; readonly name: string; readonly kind?: string }[], name: string) {
  const found = all.find((item) => item.name === name && item.kind !== 'dm');
  if (!found) throw new Error(`there is no user or channel named ${name}`);
  return found.id;
}

export function threadAt(
  discord: DiscordSandbox,
  thread: string,
  channel = channelId(discord, 'docs-help'),
): ThreadRef {
  return { platform: 'discord', installation: discord.guildId, channel, thread };
}

/** Our messages in a thread, without system messages. */
export function ours(discord: DiscordSandbox, { channel, thread }: ThreadRef): readonly SandboxMessage[] {
  const place = thread === '' || /\D/.test(thread) ? channel : thread;
  return discord.messages(place).filter(({ author, system }) => author === discord.botUserId && !system);
}

/** The labels of the buttons under a message. */
function labelsIn(components: SandboxMessage['components']): readonly string[] {
  return walk(components).flatMap(({ label }) => (typeof label === 'string' ? [label] : []));
}

/** The sandbox has no other bot. A message by ours that bypasses the adapter must be ignored as well. */
async function post(discord: DiscordSandbox, channel: string, content: string): Promise<void> {
  await fetch(`${discord.apiUrl}/v10/channels/${channel}/messages`, {
    method: 'POST',
    headers: { authorization: `Bot ${discord.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content }),
  });
}
