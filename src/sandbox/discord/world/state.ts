/**
 * The server and its direct messages: users, channels, threads, messages, typing indicators. Reports each change to every
 * listener. Independent of HTTP and the gateway, and checks no permissions: callers do that first.
 */
import type { Clock } from '../../../kit/base/clock.ts';
import { type Draft, type Message, withReaction } from './message.ts';
import { type Overwrite, permissionsIn } from './permissions.ts';
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
import { newThread, type Thread, type ThreadDraft, withMessage } from './thread.ts';

/** A change to the server, from which gateway events and page updates are derived. */
export type Change =
  | { readonly kind: 'posted'; readonly message: Message }
  | { readonly kind: 'edited'; readonly message: Message; readonly previous: Message }
  | { readonly kind: 'removed'; readonly previous: Message }
  /** Deleted together by a moderator. */
  | { readonly kind: 'purged'; readonly channel: string; readonly previous: readonly Message[] }
  /** All reactions of a message, or those with one emoji. */
  | { readonly kind: 'reactions cleared'; readonly message: Message; readonly emoji?: string }
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

/** How long a typing indicator is shown. Source: developer docs "Resources: Channel, Trigger Typing", read 2026-11-21. */
export const typingLastsMs = 10_000;

/** Starts as seeded, without messages. */
export class World {
  readonly guildId = guildId;
  readonly guildName = guildName;
  readonly ownerId = ownerId;
  readonly preferredLocale: string;
  readonly applicationId = applicationId;
  readonly botUserId = botUserId;
  readonly users = new Map<string, DiscordUser>(seededUsers.map((user) => [user.id, user]));
  readonly roles = new Map<string, DiscordRole>(seededRoles.map((role) => [role.id, role]));
  readonly channels = new Map<string, DiscordChannel>(seededChannels.map((channel) => [channel.id, channel]));
  readonly threads = new Map<string, Thread>();
  /** Returns a new id, above all earlier ones. */
  readonly nextId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Words and addresses that the server's moderation refuses in what the app writes. */
  readonly blocked = new Set<string>();
  readonly #messages = new Map<string, Map<string, Message>>();
  readonly #typingUntil = new Map<string, number>();
  readonly #listeners = new Set<(change: Change) => void>();

  /** `preferredLocale`: the server's locale, for people whose own is unknown. */
  constructor(clock: Clock, preferredLocale: string) {
    this.preferredLocale = preferredLocale;
    this.now = clock.now;
    this.nextId = createSnowflakes(clock.now);
  }

  /** `id` is passed for the first message of a forum post, which shares its thread's id. Authors join the thread. */
  post(draft: Draft, id = this.nextId()): Message {
    const message: Message = { ...draft, id, at: this.now(), reactions: [] };
    this.#save(message);
    this.#typingUntil.delete(typingKey(message.channel, message.author));
    const thread = this.threads.get(message.channel);
    if (thread && !message.visibleTo)
      this.threads.set(thread.id, withMessage(this.#join(thread, message.author), message));
    this.#announce({ kind: 'posted', message });
    return message;
  }

  #join(thread: Thread, user: string): Thread {
    if (thread.members.includes(user)) return thread;
    return this.changeThread(thread, { members: [...thread.members, user] });
  }

  edit(previous: Message, change: Partial<Draft>): Message {
    const message: Message = { ...previous, ...change };
    this.#save(message);
    this.#announce({ kind: 'edited', message, previous });
    return message;
  }

  remove(previous: Message): void {
    this.#messages.get(previous.channel)?.delete(previous.id);
    this.#announce({ kind: 'removed', previous });
  }

  removeTogether(channel: string, previous: readonly Message[]): void {
    for (const { id } of previous) this.#messages.get(channel)?.delete(id);
    this.#announce({ kind: 'purged', channel, previous });
  }

  clearReactions(previous: Message, emoji?: string): void {
    const reactions = emoji === undefined ? [] : previous.reactions.filter((reaction) => reaction.emoji !== emoji);
    const message = { ...previous, reactions };
    this.#save(message);
    this.#announce({ kind: 'reactions cleared', message, ...(emoji !== undefined && { emoji }) });
  }

  /** `on: false` removes the reaction. */
  react(previous: Message, emoji: string, user: string, on: boolean): void {
    const message = withReaction(previous, emoji, user, on);
    if (!message) return;
    this.#save(message);
    this.#announce({ kind: 'reacted', message, emoji, user, on });
  }

  #save(message: Message): void {
    const inChannel = this.#messages.get(message.channel) ?? new Map<string, Message>();
    this.#messages.set(message.channel, inChannel.set(message.id, message));
  }

  find(channel: string, id: string): Message | undefined {
    return this.#messages.get(channel)?.get(id);
  }

  /** All messages of a channel or thread, oldest first. */
  all(channel: string): Message[] {
    return [...(this.#messages.get(channel)?.values() ?? [])];
  }

  /** `id` is passed for a thread that is started from a message, whose id it shares. */
  startThread(draft: ThreadDraft, id = this.nextId()): Thread {
    const thread = newThread(draft, id, this.now());
    this.threads.set(id, thread);
    this.#announce({ kind: 'thread', thread });
    return thread;
  }

  changeThread(previous: Thread, change: Partial<Thread>): Thread {
    const archiveChanged = change.archived !== undefined && change.archived !== previous.archived;
    const thread: Thread = { ...previous, ...change, ...(archiveChanged ? { archiveChangedAt: this.now() } : {}) };
    this.threads.set(thread.id, thread);
    this.#announce({ kind: 'thread', thread, previous });
    return thread;
  }

  /** Unarchives a thread, as sending a message to it does; no effect on channels. */
  unarchive(id: string): void {
    const thread = this.threads.get(id);
    if (thread?.archived) this.changeThread(thread, { archived: false });
  }

  removeThread(previous: Thread): void {
    this.threads.delete(previous.id);
    this.#messages.delete(previous.id);
    this.#announce({ kind: 'thread removed', previous });
  }

  /** The channel itself, or the thread's parent. */
  channelOf(id: string): DiscordChannel | undefined {
    return this.channels.get(this.threads.get(id)?.parent ?? id);
  }

  /** Whether it is a direct message channel and not on the server. */
  isDirect(id: string): boolean {
    return this.channelOf(id)?.kind === 'dm';
  }

  /** A user's permissions in a channel or thread. */
  permissionsIn(id: string, userId: string): bigint {
    const channel = this.channelOf(id);
    const user = this.users.get(userId);
    return channel && user ? permissionsIn(this, channel, user) : 0n;
  }

  /** Replaces the channel's overwrite for one role or member. */
  overwrite(channel: DiscordChannel, change: Overwrite): void {
    const others = channel.overwrites.filter((overwrite) => overwrite.id !== change.id);
    const changed = { ...channel, overwrites: [...others, change] };
    this.channels.set(channel.id, changed);
    this.#announce({ kind: 'channel', channel: changed });
  }

  changeUser(user: DiscordUser): void {
    this.users.set(user.id, user);
  }

  showTyping(channel: string, user: string): void {
    this.#typingUntil.set(typingKey(channel, user), this.now() + typingLastsMs);
    this.#announce({ kind: 'typing', channel, user });
  }

  isTyping(channel: string, user: string): boolean {
    return (this.#typingUntil.get(typingKey(channel, user)) ?? 0) > this.now();
  }

  /** Returns a function that unsubscribes. */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #announce(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}

function typingKey(channel: string, user: string): string {
  return `${channel}/${user}`;
}
