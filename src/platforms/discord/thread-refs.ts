/**
 * Discord's ids -> a ThreadRef, and a ThreadRef -> the target where its messages go. Pure.
 *
 * `thread` is a thread's id; `` for the channel or the direct messages themselves; `reply:<message>` where the answer is a
 * reply in the channel; `interaction:<question>` where it goes through a command's own webhook, whose token is the `address`;
 * `private:<question>` where that shows it to its asker only.
 */

import { ChannelType } from 'discord.js';
import type { MessageRef, ThreadRef } from '../../core/model/conversation.ts';
import { isPrivatePlace, privatePrefix } from '../../core/model/private-place.ts';
import type { ChannelShape, ForumShape, TagShape } from './native-events.ts';

/** What kind of channel an event came from. */
export type ChannelInfo =
  | { readonly kind: 'direct' }
  /** `threads`: whether threads can be made in it at all (not in voice channels). */
  | { readonly kind: 'channel'; readonly threads: boolean; readonly name: string }
  /** `post`: its parent is a forum, and its first message has the id of the thread. `tags`: their ids and names. */
  | {
      readonly kind: 'thread';
      readonly parent: string;
      readonly post: boolean;
      readonly name: string;
      readonly tags?: readonly string[];
    };

/** Where messages of a thread ref go. */
export type Target =
  | { readonly via: 'bot'; readonly channel: string; readonly replyTo?: string }
  | { readonly via: 'interaction'; readonly token: string; readonly isPrivate: boolean };

const withThreads: readonly number[] = [ChannelType.GuildText, ChannelType.GuildAnnouncement];
const withPosts: readonly (number | undefined)[] = [ChannelType.GuildForum, ChannelType.GuildMedia];
const threads: readonly number[] = [
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
];

/** The kind of place a channel is; `parent` is that of a thread, where it is known. */
export function toChannelInfo(channel: ChannelShape, parent?: ForumShape): ChannelInfo {
  const name = channel.name ?? '';
  if (channel.type === ChannelType.DM) return { kind: 'direct' };
  if (!threads.includes(channel.type)) return { kind: 'channel', threads: withThreads.includes(channel.type), name };
  const post = withPosts.includes(parent?.type);
  const tags = post ? { tags: tagsOf(channel, parent?.available_tags) } : {};
  return { kind: 'thread', parent: channel.parent_id ?? '', post, name, ...tags };
}

/** Ids and names. */
function tagsOf({ applied_tags: applied = [] }: ChannelShape, available: readonly TagShape[] = []): readonly string[] {
  return applied.flatMap((id) => [id, available.find((tag) => tag.id === id)?.name ?? id]);
}

const replyPrefix = 'reply:';

/** The ref of direct messages (no guild), a channel, or one of its threads. */
export function threadRef(guild: string | undefined, channel: string, thread = ''): ThreadRef {
  return { platform: 'discord', installation: guild ?? '@me', channel, thread };
}

/** The ref of the place itself, for what is said in it. */
export function channelRef(guild: string | undefined, channel: string, place: ChannelInfo): ThreadRef {
  return place.kind === 'thread' ? threadRef(guild, place.parent, channel) : threadRef(guild, channel);
}

/** The ref of answers that are replies to a message in its channel. */
export function replyRef(near: ThreadRef, message: string): ThreadRef {
  return { ...near, thread: replyPrefix + message };
}

/** The ref of a command before anything was made for it; with its token, of answers through its own webhook. */
export function interactionRef(near: ThreadRef, question: string, token?: string): ThreadRef {
  return { ...near, thread: `interaction:${question}`, ...(token !== undefined && { address: token }) };
}

/** The ref of an answer that only its asker sees, through the webhook of the command. */
export function privateRef(near: ThreadRef, question: string, token: string): ThreadRef {
  return { ...near, thread: privatePrefix + question, address: token };
}

/** The id of the question that is answered in a private place. */
export function privateQuestion(thread: ThreadRef): string | undefined {
  return isPrivatePlace(thread) ? thread.thread.slice(privatePrefix.length) : undefined;
}

/** Where messages go. */
export function targetOf(thread: ThreadRef): Target {
  if (thread.address !== undefined)
    return { via: 'interaction', token: thread.address, isPrivate: isPrivatePlace(thread) };
  if (thread.thread.startsWith(replyPrefix)) {
    return { via: 'bot', channel: thread.channel, replyTo: thread.thread.slice(replyPrefix.length) };
  }
  return { via: 'bot', channel: thread.thread || thread.channel };
}

/** A message's name: its channel and its id. */
export function toMessageRef(channel: string, message: string): MessageRef {
  return `${channel}/${message}`;
}

/** Channel and id of a message. */
export function readMessageRef(ref: MessageRef): { readonly channel: string; readonly message: string } {
  const [channel = '', message = ''] = ref.split('/');
  return { channel, message };
}

/** Where Discord's apps open a message. */
export function linkTo({ installation }: ThreadRef, ref: MessageRef): string {
  const { channel, message } = readMessageRef(ref);
  return `https://discord.com/channels/${installation}/${channel}/${message}`;
}
