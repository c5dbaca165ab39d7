/** What Discord's own client shows of the server. */
import { tokenLifetimeMs } from '../interactions/interactions.ts';
import { type Message, MessageFlag, systemMessageTypes } from '../world/message.ts';
import type { DiscordChannel, DiscordRole } from '../world/seed.ts';
import type { Change, World } from '../world/state.ts';
import type { Thread } from '../world/thread.ts';

/** A message as people see it. */
export interface SandboxMessage extends Message {
  /** A deferred response: "thinking…", or failed because none arrived within 15 minutes. */
  readonly deferred?: 'thinking' | 'failed';
  readonly embedsSuppressed: boolean;
  /** Posted by Discord in the author's name, for instance when a thread is started or renamed. */
  readonly system: boolean;
}

export interface ClientView {
  readonly roles: readonly DiscordRole[];
  /** Includes direct messages (`kind: 'dm'`, `recipient`). */
  readonly channels: readonly DiscordChannel[];
  /** Converts text typed into the message box for `say`: @name and #channel become tokens. */
  composeText(text: string): string;
  /** A channel's or thread's messages, oldest first. */
  messages(channelOrThread: string): SandboxMessage[];
  thread(id: string): Thread | undefined;
  /** A channel's threads or a forum's posts, oldest first; all of them without a channel. */
  threads(channel?: string): Thread[];
  /** Whether the bot is shown as typing there. */
  typing(channelOrThread: string): boolean;
  /** Called for every visible change. Returns a function that unsubscribes. */
  onChange(listener: (change: Change) => void): () => void;
}

export function createClientView(world: World): ClientView {
  return {
    roles: [...world.roles.values()],
    channels: [...world.channels.values()],
    composeText: (text) => composeText(text, world),
    messages: (place) => world.all(place).map((message) => asShown(message, world.now())),
    thread: (id) => world.threads.get(id),
    threads: (channel = '') => [...world.threads.values()].filter((thread) => !channel || thread.parent === channel),
    typing: (place) => world.isTyping(place, world.botUserId),
    onChange: (listener) => world.onChange(listener),
  };
}

function asShown(message: Message, now: number): SandboxMessage {
  const isLoading = (message.flags & MessageFlag.loading) !== 0;
  const isExpired = now > message.at + tokenLifetimeMs;
  return {
    ...message,
    embedsSuppressed: (message.flags & MessageFlag.suppressEmbeds) !== 0,
    system: systemMessageTypes.includes(message.type),
    ...(isLoading ? { deferred: isExpired ? ('failed' as const) : ('thinking' as const) } : {}),
  };
}

type Names = Pick<World, 'users' | 'channels' | 'roles'>;

/** `@docent`, `@Maintainer` and `#docs-help` become tokens; unknown names and code stay as they are. */
function composeText(text: string, world: Names): string {
  const pieces = text.split(/(```[\s\S]*?```|`[^`\n]*`)/);
  return pieces.map((piece, index) => (index % 2 === 1 ? piece : composeWords(piece, world))).join('');
}

function composeWords(text: string, { users, channels, roles }: Names): string {
  return text
    .replace(/(?<![\w<])@([\w.-]*\w)/g, (whole, name: string) => {
      const user = [...users.values()].find((candidate) => candidate.name === name.toLowerCase());
      const role = [...roles.values()].find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
      if (user) return `<@${user.id}>`;
      return role ? `<@&${role.id}>` : whole;
    })
    .replace(/(?<![\w<&/])#([\w-]+)/g, (whole, name: string) => {
      const channel = [...channels.values()].find((candidate) => candidate.kind !== 'dm' && candidate.name === name);
      return channel ? `<#${channel.id}>` : whole;
    });
}
