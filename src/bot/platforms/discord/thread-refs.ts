/**
 * Converts Discord's ids to a ThreadRef, and a ThreadRef to the target that its messages are sent to. Pure.
 *
 * `thread` is a thread's id; `` for the channel or the direct messages themselves; `reply:<message>` for answers that reply to a
 * message in the channel, or to the one whose id is the `address`; `interaction:<question>` for one sent through a command's own
 * webhook, whose token is the `address`; `private:<question>` for one that is also visible to its asker only.
 */

import { ChannelType, SnowflakeUtil } from 'discord.js';
import type { MessageRef, Question, ThreadRef } from '../../core/model/conversation.ts';
import { isPrivatePlace, privatePrefix } from '../../core/model/private-place.ts';
import type { ChannelShape, ForumShape, TagShape } from './native-events.ts';

/** What kind of channel an event came from. */
export type ChannelInfo =
  | { readonly kind: 'direct' }
  /** `threads`: whether the channel can have threads (voice channels cannot). */
  | { readonly kind: 'channel'; readonly threads: boolean; readonly name: string }
  /** `post`: a forum post, whose first message has the thread's own id. `tags`: the ids and names of its tags. */
  | {
      readonly kind: 'thread';
      readonly parent: string;
      readonly post: boolean;
      readonly name: string;
      /** Only its members see it. */
      readonly isPrivate?: true;
      readonly tags?: readonly string[];
    };

/** Where the messages of a thread are sent. */
export type Target =
  | { readonly via: 'bot'; readonly channel: string; readonly replyTo?: string }
  /** `since`: when the command was used, in milliseconds since 1970; 0 if the token is of a later press. */
  | { readonly via: 'interaction'; readonly token: string; readonly since: number; readonly isPrivate: boolean };

const withThreads: readonly number[] = [ChannelType.GuildText, ChannelType.GuildAnnouncement];
const withPosts: readonly (number | undefined)[] = [ChannelType.GuildForum, ChannelType.GuildMedia];
const threads: readonly number[] = [
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
];

/** Classifies a channel. `parent`: the channel of a thread, if known. */
export function toChannelInfo(channel: ChannelShape, parent?: ForumShape): ChannelInfo {
  const name = channel.name ?? '';
  if (channel.type === ChannelType.DM) return { kind: 'direct' };
  if (!threads.includes(channel.type)) return { kind: 'channel', threads: withThreads.includes(channel.type), name };
  const post = withPosts.includes(parent?.type);
  const tags = post ? { tags: tagsOf(channel, parent?.available_tags) } : {};
  const isPrivate = channel.type === ChannelType.PrivateThread;
  return { kind: 'thread', parent: channel.parent_id ?? '', post, name, ...tags, ...(isPrivate && { isPrivate }) };
}

/** The ids and names of a post's tags. */
function tagsOf({ applied_tags: applied = [] }: ChannelShape, available: readonly TagShape[] = []): readonly string[] {
  return applied.flatMap((id) => [id, available.find((tag) => tag.id === id)?.name ?? id]);
}

/** The kind of place, as far as the event says: whether a server's channel is public depends on its roles. */
export function placeIn(place: ChannelInfo): Pick<Question, 'place'> {
  if (place.kind === 'direct') return { place: 'direct' };
  return place.kind === 'thread' && place.isPrivate ? { place: 'private' } : {};
}

const replyPrefix = 'reply:';

/** The ref of direct messages (without a guild), of a channel, or of one of its threads. */
export function threadRef(guild: string | undefined, channel: string, thread = ''): ThreadRef {
  return { platform: 'discord', installation: guild ?? '@me', channel, thread };
}

/** The ref of the place in which something was written. */
export function channelRef(guild: string | undefined, channel: string, place: ChannelInfo): ThreadRef {
  return place.kind === 'thread' ? threadRef(guild, place.parent, channel) : threadRef(guild, channel);
}

/** The ref for answers that reply to a message in its channel. */
export function replyRef(near: ThreadRef, message: string): ThreadRef {
  return { ...near, thread: replyPrefix + message };
}

/** The ref of a command whose thread is not open yet; with `token`, the ref for answers through the command's webhook. */
export function interactionRef(near: ThreadRef, question: string, token?: string): ThreadRef {
  return { ...near, thread: `interaction:${question}`, ...(token !== undefined && { address: token }) };
}

/** The ref for answers that only the asker sees, through the command's webhook. */
export function privateRef(near: ThreadRef, question: string, token: string): ThreadRef {
  return { ...near, thread: privatePrefix + question, address: token };
}

/** The id of the question that a private thread answers. */
export function privateQuestion(thread: ThreadRef): string | undefined {
  return isPrivatePlace(thread) ? thread.thread.slice(privatePrefix.length) : undefined;
}

/** Where the messages of this thread are sent. */
export function targetOf(thread: ThreadRef): Target {
  const { address } = thread;
  // Unlike a token.
  if (address !== undefined && /^\d+$/.test(address)) return { via: 'bot', channel: thread.channel, replyTo: address };
  if (address !== undefined) {
    const command = /:discord:(\d+)$/.exec(thread.thread)?.[1];
    const since = command === undefined ? 0 : SnowflakeUtil.timestampFrom(command);
    return { via: 'interaction', token: address, since, isPrivate: isPrivatePlace(thread) };
  }
  if (thread.thread.startsWith(replyPrefix)) {
    return { via: 'bot', channel: thread.channel, replyTo: thread.thread.slice(replyPrefix.length) };
  }
  return { via: 'bot', channel: thread.thread || thread.channel };
}

export function toMessageRef(channel: string, message: string): MessageRef {
  return `${channel}/${message}`;
}

export function readMessageRef(ref: MessageRef): { readonly channel: string; readonly message: string } {
  const [channel = '', message = ''] = ref.split('/');
  return { channel, message };
}

/** The link that opens a message in Discord. */
export function linkTo({ installation }: ThreadRef, ref: MessageRef): string {
  const { channel, message } = readMessageRef(ref);
  return `https://discord.com/channels/${installation}/${channel}/${message}`;
}
