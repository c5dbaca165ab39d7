/**
 * The server itself and its direct messages: people, channels, threads, messages, who is typing. In: what somebody did.
 * Out: the new state, and one Change to each listener. Knows no HTTP and no gateway; who may do what is decided before.
 */
import type { Clock } from '../../clock.ts';
import type { JsonObject } from './json.ts';
import type { Mentions } from './mentions.ts';
import { type Overwrite, Permission, permissionsIn } from './permissions.ts';
import {
  applicationId,
  botUserId,
  type DiscordChannel,
  type DiscordRole,
  type DiscordUser,
  guildId,
  guildName,
  ownerId,
  seededChannels,
  seededRoles,
  seededUsers,
} from './seed.ts';
import { createSnowflakes } from './snowflake.ts';

/** Source: developer docs "Resources: Message, Message Types" and "Message Flags", read 2026-11-21. */
export const MessageType = {
  ordinary: 0,
  renamed: 4,
  threadCreated: 18,
  reply: 19,
  slashCommand: 20,
  threadStarter: 21,
  contextMenu: 23,
} as const;

/** What Discord writes in somebody's name. */
export const systemMessageTypes: readonly number[] = [
  MessageType.renamed,
  MessageType.threadCreated,
  MessageType.threadStarter,
];

/** Bits of `flags`. */
export const MessageFlag = {
  suppressEmbeds: 1 << 2,
  hasThread: 1 << 5,
  ephemeral: 1 << 6,
  loading: 1 << 7,
  suppressNotifications: 1 << 12,
  componentsV2: 1 << 15,
} as const;

/** One message as it stands. A change makes a new object; the old one stays as it was. */
export interface Message {
  readonly id: string;
  /** A channel's or a thread's id. */
  readonly channel: string;
  readonly author: string;
  readonly type: number;
  readonly content: string;
  readonly flags: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly editedAt?: number;
  readonly mentions: Mentions;
  readonly embeds: readonly JsonObject[];
  readonly components: readonly JsonObject[];
  /** Addresses shown with a card. */
  readonly previews: readonly string[];
  readonly replyTo?: { readonly channel: string; readonly id: string };
  readonly nonce?: string | number;
  /** The thread that was started from it. */
  readonly thread?: string;
  /** Of answers to interactions: what was asked. */
  readonly interaction?: { readonly id: string; readonly type: number; readonly user: string; readonly name?: string };
  /** Shown to this person alone. */
  readonly visibleTo?: string;
  readonly reactions: readonly Reaction[];
}

/** One emoji under a message, and whose it is. */
export interface Reaction {
  readonly emoji: string;
  readonly users: readonly string[];
}

/** A message before it is posted. */
export type Draft = Omit<Message, 'id' | 'at' | 'reactions'>;

/** A thread or forum post as it stands. */
export interface Thread {
  readonly id: string;
  /** The channel it is in. */
  readonly parent: string;
  readonly name: string;
  readonly owner: string;
  readonly kind: 'public' | 'announcement';
  readonly createdAt: number;
  readonly archived: boolean;
  readonly locked: boolean;
  readonly archiveChangedAt: number;
  readonly autoArchiveMinutes: number;
  readonly tags: readonly string[];
  readonly members: readonly string[];
  /** Without the first one. */
  readonly messageCount: number;
  readonly lastMessage?: string;
}

/** A thread before it is started. */
export type ThreadDraft = Pick<Thread, 'parent' | 'name' | 'owner' | 'kind' | 'autoArchiveMinutes' | 'tags'>;

/** What happened, for the pages that show the server and for the events that tell the app of it. */
export type Change =
  | { readonly kind: 'posted'; readonly message: Message }
  | { readonly kind: 'edited'; readonly message: Message; readonly previous: Message }
  | { readonly kind: 'removed'; readonly previous: Message }
  | {
      readonly kind: 'reacted';
      readonly message: Message;
      readonly emoji: string;
      readonly user: string;
      readonly on: boolean;
    }
  | { readonly kind: 'thread'; readonly thread: Thread; readonly previous?: Thread }
  | { readonly kind: 'thread removed'; readonly previous: Thread }
  | { readonly kind: 'channel'; readonly channel: DiscordChannel }
  | { readonly kind: 'typing'; readonly channel: string; readonly user: string };

/** The server’s state. */
export type World = ReturnType<typeof createWorld>;

/** How long a sign of typing is shown. Source: developer docs "Resources: Channel, Trigger Typing", read 2026-11-21. */
export const typingLastsMs = 10_000;

/** As seeded, with no message yet. */
export function createWorld(clock: Clock) {
  const users = new Map<string, DiscordUser>(seededUsers.map((user) => [user.id, user]));
  const roles = new Map<string, DiscordRole>(seededRoles.map((role) => [role.id, role]));
  const channels = new Map<string, DiscordChannel>(seededChannels.map((channel) => [channel.id, channel]));
  const threads = new Map<string, Thread>();
  const messages = new Map<string, Map<string, Message>>();
  const typingUntil = new Map<string, number>();
  const listeners = new Set<(change: Change) => void>();
  const nextId = createSnowflakes(clock.now);
  const guild = { guildId, guildName, ownerId, applicationId, botUserId, users, roles };

  return {
    ...guild,
    channels,
    threads,
    now: clock.now,
    nextId,
    post,
    edit,
    remove,
    react,
    find,
    all,
    startThread,
    changeThread,
    removeThread,
    channelOf,
    permissionsIn: rightsIn,
    overwrite,
    changeUser,
    showTyping,
    isTyping,
    onChange,
  };

  /** `id` is given for the first message of a forum post, which has its thread's. */
  function post(draft: Draft, id = nextId()): Message {
    const message: Message = { ...draft, id, at: clock.now(), reactions: [] };
    keep(message);
    typingUntil.delete(typingKey(message.channel, message.author));
    countInThread(message);
    tell({ kind: 'posted', message });
    return message;
  }

  /** Who writes in a thread joins it. */
  function countInThread(message: Message): void {
    const thread = threads.get(message.channel);
    if (!thread || message.visibleTo) return;
    const joined = thread.members.includes(message.author)
      ? thread
      : changeThread(thread, { members: [...thread.members, message.author] });
    const messageCount = joined.messageCount + (isCounted(message, thread) ? 1 : 0);
    threads.set(thread.id, { ...joined, messageCount, lastMessage: message.id });
  }

  function edit(previous: Message, change: Partial<Draft>): Message {
    const message: Message = { ...previous, ...change };
    keep(message);
    tell({ kind: 'edited', message, previous });
    return message;
  }

  function remove(previous: Message): void {
    messages.get(previous.channel)?.delete(previous.id);
    tell({ kind: 'removed', previous });
  }

  function react(message: Message, emoji: string, user: string, on: boolean): void {
    const there = message.reactions.find((one) => one.emoji === emoji);
    if ((there?.users.includes(user) ?? false) === on) return;
    const reacted = [...(there?.users ?? []).filter((one) => one !== user), ...(on ? [user] : [])];
    const others = message.reactions.filter((one) => one !== there);
    const changed = { ...message, reactions: reacted.length > 0 ? [...others, { emoji, users: reacted }] : others };
    keep(changed);
    tell({ kind: 'reacted', message: changed, emoji, user, on });
  }

  function keep(message: Message): void {
    const there = messages.get(message.channel) ?? new Map<string, Message>();
    messages.set(message.channel, there.set(message.id, message));
  }

  function find(channel: string, id: string): Message | undefined {
    return messages.get(channel)?.get(id);
  }

  /** Everything in a channel or thread, oldest first. */
  function all(channel: string): Message[] {
    return [...(messages.get(channel)?.values() ?? [])];
  }

  /** `id` is given for a thread that is started from a message, whose id it has. */
  function startThread(draft: ThreadDraft, id = nextId()): Thread {
    const at = clock.now();
    const thread: Thread = {
      ...draft,
      id,
      createdAt: at,
      archived: false,
      locked: false,
      archiveChangedAt: at,
      members: [draft.owner],
      messageCount: 0,
    };
    threads.set(id, thread);
    tell({ kind: 'thread', thread });
    return thread;
  }

  function changeThread(previous: Thread, change: Partial<Thread>): Thread {
    const turned = change.archived !== undefined && change.archived !== previous.archived;
    const thread: Thread = { ...previous, ...change, ...(turned ? { archiveChangedAt: clock.now() } : {}) };
    threads.set(thread.id, thread);
    tell({ kind: 'thread', thread, previous });
    return thread;
  }

  function removeThread(previous: Thread): void {
    threads.delete(previous.id);
    messages.delete(previous.id);
    tell({ kind: 'thread removed', previous });
  }

  /** The channel itself, or the one that the thread is in. */
  function channelOf(id: string): DiscordChannel | undefined {
    return channels.get(threads.get(id)?.parent ?? id);
  }

  /** What somebody may do in a channel or thread. */
  function rightsIn(id: string, userId: string): bigint {
    const channel = channelOf(id);
    const user = users.get(userId);
    return channel && user ? permissionsIn(guild, channel, user) : 0n;
  }

  function overwrite(channel: DiscordChannel, change: Overwrite): void {
    const others = channel.overwrites.filter((one) => one.id !== change.id);
    const changed = { ...channel, overwrites: [...others, change] };
    channels.set(channel.id, changed);
    tell({ kind: 'channel', channel: changed });
  }

  function changeUser(user: DiscordUser): void {
    users.set(user.id, user);
  }

  function showTyping(channel: string, user: string): void {
    typingUntil.set(typingKey(channel, user), clock.now() + typingLastsMs);
    tell({ kind: 'typing', channel, user });
  }

  function isTyping(channel: string, user: string): boolean {
    return (typingUntil.get(typingKey(channel, user)) ?? 0) > clock.now();
  }

  function onChange(listener: (change: Change) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  function tell(change: Change): void {
    for (const listener of listeners) listener(change);
  }
}

/** Whether a right is among those given. */
export function has(permissions: bigint, right: keyof typeof Permission): boolean {
  return (permissions & Permission[right]) !== 0n;
}

function typingKey(channel: string, user: string): string {
  return `${channel}/${user}`;
}

function isCounted(message: Message, thread: Thread): boolean {
  return message.id !== thread.id && message.type !== MessageType.threadStarter;
}
