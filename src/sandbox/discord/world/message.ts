/** Messages and their reactions as stored. They are immutable: a change creates a new object. */
import type { JsonObject } from '../../json.ts';
import { type Mentions, noMentions } from './mentions.ts';

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

/** Messages that Discord writes in a user’s name. */
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

/** A file of a message. */
export interface Attachment {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
  readonly url: string;
}

/** A question with answers to choose from. */
export interface Poll {
  readonly question: string;
  readonly answers: readonly string[];
}

/** A message in its current state. */
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
  /** URLs whose embeds unfold. */
  readonly previews: readonly string[];
  readonly attachments?: readonly Attachment[];
  readonly replyTo?: { readonly channel: string; readonly id: string };
  /** The forwarded message, as it was then. */
  readonly forwards?: Message;
  readonly poll?: Poll;
  /** The sticker's name. */
  readonly sticker?: string;
  readonly nonce?: string | number;
  /** The thread that was started from it. */
  readonly thread?: string;
  /** Interaction responses only: the interaction. */
  readonly interaction?: { readonly id: string; readonly type: number; readonly user: string; readonly name?: string };
  /** Shown to this person only. */
  readonly visibleTo?: string;
  readonly reactions: readonly Reaction[];
}

/** One emoji under a message, with the users who added it. */
export interface Reaction {
  readonly emoji: string;
  readonly users: readonly string[];
}

/** A message before it is posted. */
export type Draft = Omit<Message, 'id' | 'at' | 'reactions'>;

/** An empty draft. */
export function emptyDraft(channel: string, author: string): Omit<Draft, 'type'> {
  return { channel, author, content: '', flags: 0, mentions: noMentions, embeds: [], components: [], previews: [] };
}

/** The message with this reaction added (`on`) or removed; undefined if that changes nothing. */
export function withReaction(message: Message, emoji: string, user: string, on: boolean): Message | undefined {
  const existing = message.reactions.find((reaction) => reaction.emoji === emoji);
  if ((existing?.users.includes(user) ?? false) === on) return undefined;
  const users = [...(existing?.users ?? []).filter((id) => id !== user), ...(on ? [user] : [])];
  const others = message.reactions.filter((reaction) => reaction !== existing);
  return { ...message, reactions: users.length > 0 ? [...others, { emoji, users }] : others };
}
