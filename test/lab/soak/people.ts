/**
 * People who ask. In: a conversation, both sandboxes. Out: its questions, each asked once it is due and its thread
 * exists, and where they were asked. Effects: messages in the sandboxes; Slack's are delivered three times.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import type { SlackSandbox } from '../../../src/sandbox/slack/sandbox.ts';
import type { Talk } from './plan.ts';
import type { Seen } from './tally.ts';

/** What was asked, and what Docent's messages there say now. */
export type Look = () => Seen;

export interface Streets {
  readonly slack: SlackSandbox;
  readonly discord: DiscordSandbox;
  /** Ids. */
  readonly slackChannels: readonly string[];
  readonly startedAt: number;
}

/** Messages from one person within 1.5 seconds form one question. */
const apartMs = 1_600;

/** `index` spreads conversations over channels and people. Resolves when the last question has been asked. */
export async function hold(talk: Talk, index: number, streets: Streets, tell: (look: Look) => void): Promise<void> {
  const asked: string[] = [];
  const place = placeOf(talk, index, streets);
  tell(() => ({ asked, texts: place.texts() }));
  for (const [at, { name, atMs }] of talk.questions.entries()) {
    await pause(Math.max(at === 0 ? 0 : apartMs, streets.startedAt + atMs - Date.now()));
    if (!(await place.ready())) throw new Error(`nobody answered the question before ${name} in five minutes`);
    asked.push(name);
    await place.say(`Please explain ${name}?`);
  }
}

interface Room {
  /** The next question can be asked. */
  ready(): Promise<boolean>;
  say(text: string): Promise<void>;
  texts(): readonly string[];
}

function placeOf(talk: Talk, index: number, streets: Streets): Room {
  if (talk.platform === 'slack')
    return talk.kind === 'direct' ? slackDirect(index, streets) : slackThread(index, streets);
  if (talk.kind === 'direct') return discordDirect(index, streets);
  return talk.kind === 'forum' ? discordPost(index, streets) : discordThread(index, streets);
}

function slackThread(index: number, { slack, slackChannels }: Streets): Room {
  const channel = at(slackChannels, index);
  const user = at(slack.users, index % 2).id;
  let thread: string | undefined;
  const say = async (text: string): Promise<void> => {
    const words = thread === undefined ? `<@${slack.botUserId}> ${text}` : text;
    const { ts } = await slack.say({ channel, user, text: words, ...(thread !== undefined && { thread }) });
    // A mention is two events.
    for (let time = 2; time <= 3; time += 1) slack.faults.redeliver(thread === undefined ? 2 : 1);
    thread ??= ts;
  };
  // Cheaper than rendering the thread as people see it, because this is polled often.
  const texts = () =>
    slack
      .allMessages(channel)
      .filter((one) => thread !== undefined && one.threadTs === thread)
      .flatMap(saidBy(slack.botUserId));
  // A follow-up comes from a person who has read something.
  return { say, texts, ready: () => until(() => thread === undefined || texts().length > 0) };
}

function slackDirect(index: number, { slack }: Streets): Room {
  const rooms = slack.channels.filter((channel) => channel.kind === 'im');
  const room = at(rooms, Math.floor(index / 50));
  const user = slack.users.find((candidate) => candidate.name === room.name)?.id ?? '';
  const roots: string[] = [];
  return {
    async say(text) {
      const { ts } = await slack.say({ channel: room.id, user, text });
      for (let time = 2; time <= 3; time += 1) slack.faults.redeliver(1);
      roots.push(ts);
    },
    texts: () => roots.flatMap((root) => slack.messages(room.id, root)).flatMap(saidBy(slack.botUserId)),
    ready: async () => true,
  };
}

function discordThread(index: number, { discord }: Streets): Room {
  const channels = discord.channels.filter((channel) => ['general', 'docs-help', 'news'].includes(channel.name));
  const parent = at(channels, index).id;
  const user = at(discord.users, index % 4).id;
  let thread: string | undefined;
  return {
    async say(text) {
      if (thread !== undefined) await discord.say({ channel: thread, user, text });
      else thread = (await discord.say({ channel: parent, user, text: `<@${discord.botUserId}> ${text}` })).id;
    },
    texts: () => discordTexts(discord, thread),
    ready: () => until(() => thread === undefined || discord.thread(thread) !== undefined),
  };
}

function discordPost(index: number, { discord }: Streets): Room {
  const forum = discord.channels.find((channel) => channel.kind === 'forum')?.id ?? '';
  const user = at(discord.users, index % 4).id;
  let thread: string | undefined;
  return {
    async say(text) {
      if (thread !== undefined) await discord.say({ channel: thread, user, text });
      else thread = (await discord.post({ forum, user, title: 'A question', text })).threadId;
    },
    texts: () => discordTexts(discord, thread),
    ready: async () => true,
  };
}

function discordDirect(index: number, { discord }: Streets): Room {
  const user = at(discord.users, Math.floor(index / 50) % 4).id;
  let channel: string | undefined;
  return {
    async say(text) {
      channel = (await discord.directMessage({ user, text })).channel;
    },
    texts: () => discordTexts(discord, channel),
    ready: async () => true,
  };
}

function discordTexts(discord: DiscordSandbox, place: string | undefined): readonly string[] {
  if (place === undefined) return [];
  return discord
    .messages(place)
    .flatMap((one) => (one.author === discord.botUserId && !one.system ? [one.content] : []));
}

interface SlackText {
  readonly user: string;
  readonly text: string;
  readonly visibleTo?: string;
  readonly blocks?: readonly unknown[];
}

/** If there are blocks, people see those and not the text. */
function saidBy(bot: string) {
  return ({ user, text, visibleTo, blocks = [] }: SlackText): string[] => {
    if (user !== bot || visibleTo !== undefined) return [];
    return [blocks.length > 0 ? textsIn(blocks).join('\n') : text];
  };
}

/** All the text in a block, whatever its type. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    name === 'text' && typeof child === 'string' ? [child] : textsIn(child),
  );
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new TypeError('an empty list');
  return found;
}

export async function until(holds: () => boolean | Promise<boolean>, withinMs = 300_000): Promise<boolean> {
  const end = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > end) return false;
    await pause(500);
  }
  return true;
}
