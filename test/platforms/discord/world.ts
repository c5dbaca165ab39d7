/** The adapter on a simulated Discord server, as the contract suite and the tests here want it. */
import type { Question, ThreadRef } from '../../../src/core/model/conversation.ts';
import type { Handlers } from '../../../src/core/ports/handlers.ts';
import type { Platform } from '../../../src/core/ports/platform.ts';
import { createDiscordPlatform, type DiscordOptions } from '../../../src/platforms/discord/adapter.ts';
import { walk } from '../../../src/sandbox/discord/rest/components.ts';
import {
  createDiscordSandbox,
  type DiscordSandbox,
  type DiscordSandboxOptions,
  type SandboxMessage,
} from '../../../src/sandbox/discord/sandbox.ts';
import { createKeptLog } from '../../fakes/logger.ts';
import type { People, World } from '../contract/world.ts';

export interface DiscordWorld extends World {
  readonly discord: DiscordSandbox;
  readonly log: ReturnType<typeof createKeptLog>;
  readonly people: People;
  /** Resolves when all that was said before it has been heard. */
  heard(): Promise<void>;
}

/** Said by nobody but `heard`, and heard by nobody else. */
const bell = 'all that came before is heard';

export async function openDiscordWorld(
  given: { readonly sandbox?: DiscordSandboxOptions; readonly options?: Partial<DiscordOptions> } = {},
): Promise<DiscordWorld> {
  const discord = await createDiscordSandbox(given.sandbox);
  const log = createKeptLog();
  const adapter = createDiscordPlatform({
    token: discord.token,
    apiUrl: discord.apiUrl,
    logger: log,
    ...given.options,
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
        // Over at once: one that lasts is kept.
        retryAfter: 0,
      }),
    losesResponse: () => discord.faults.failNext('POST /channels/:id/messages', { loseAnswer: true }),
    pings: () => [...discord.pings(), ...discord.tokens()].map((each) => JSON.stringify(each)),
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
          .flatMap((each) => (each.id === message && each.visibleTo === grace ? [each.content] : []));
      },
      async deploy() {
        const { message } = await discord.command({ name: 'deploy', channel: docsHelp, user: ada });
        secrets = discord
          .messages(docsHelp)
          .flatMap((each) => (each.id === message && each.visibleTo === ada ? [each.content] : []));
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

  /** Says what is certainly a question, and waits until one such is taken or refused. */
  async function asked(say: () => Promise<unknown>, isIt = (_: string) => true): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const hear = (text: string): void => {
      if (isIt(text)) resolve();
    };
    waiting.add(hear);
    await say();
    await promise;
    waiting.delete(hear);
  }

  /** The one who rings is not among those who ask. */
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
  const found = all.find((each) => each.name === name && each.kind !== 'dm');
  if (!found) throw new Error(`nobody and nothing is named ${name}`);
  return found.id;
}

export function threadAt(
  discord: DiscordSandbox,
  thread: string,
  channel = channelId(discord, 'docs-help'),
): ThreadRef {
  return { platform: 'discord', installation: discord.guildId, channel, thread };
}

/** Our messages in a thread, without what Discord writes in our name. */
export function ours(discord: DiscordSandbox, { channel, thread }: ThreadRef): readonly SandboxMessage[] {
  const place = thread === '' || /\D/.test(thread) ? channel : thread;
  return discord.messages(place).filter((each) => each.author === discord.botUserId && !each.system);
}

/** What the buttons under a message say. */
function labelsIn(components: SandboxMessage['components']): readonly string[] {
  return walk(components).flatMap(({ label }) => (typeof label === 'string' ? [label] : []));
}

/** The sandbox has no other bot; ours, past the adapter, is one that it must not hear either. */
async function post(discord: DiscordSandbox, channel: string, content: string): Promise<void> {
  await fetch(`${discord.apiUrl}/v10/channels/${channel}/messages`, {
    method: 'POST',
    headers: { authorization: `Bot ${discord.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content }),
  });
}
