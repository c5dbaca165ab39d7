/** What Discord's own client shows of the server. */
import { tokenLifetimeMs } from '../interactions/interactions.ts';
import { type Message, MessageFlag, systemMessageTypes } from '../world/message.ts';
import type { DiscordChannel, DiscordRole } from '../world/seed.ts';
import type { Change, World } from '../world/state.ts';
import type { Thread } from '../world/thread.ts';
import { composeText } from './compose-text.ts';

/** A message as people see it. */
export interface SandboxMessage extends Message {
  /** A deferred response: "thinking…", or failed because nothing came within 15 minutes. */
  readonly deferred?: 'thinking' | 'failed';
  readonly embedsSuppressed: boolean;
  /** Posted by Discord in the author's name: a thread was started, renamed. */
  readonly system: boolean;
}

export interface ClientView {
  readonly roles: readonly DiscordRole[];
  /** Direct messages are among them (`kind: 'dm'`, `recipient`). */
  readonly channels: readonly DiscordChannel[];
  /** Text of the message box, as `say` takes it: @name and #channel become tokens. */
  composeText(text: string): string;
  /** A channel's or thread's messages, oldest first. */
  messages(channelOrThread: string): SandboxMessage[];
  thread(id: string): Thread | undefined;
  /** A channel's threads or a forum's posts, oldest first; without a channel all. */
  threads(channel?: string): Thread[];
  /** The bot is shown as typing there. */
  typing(channelOrThread: string): boolean;
  /** Every visible change. Returns a function that unsubscribes. */
  onChange(listener: (change: Change) => void): () => void;
}

export function createClientView(world: World): ClientView {
  return {
    roles: [...world.roles.values()],
    channels: [...world.channels.values()],
    composeText: (text) => composeText(text, world),
    messages: (place) => world.all(place).map((message) => asShown(message, world.now())),
    thread: (id) => world.threads.get(id),
    threads: (channel = '') => [...world.threads.values()].filter((one) => !channel || one.parent === channel),
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
