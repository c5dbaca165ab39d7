/** Finds channels, people and messages by id, as the app may see them; a missing one is a Refusal. */

import type { Message } from '../../world/message.ts';
import { botId, botUserId, type SlackChannel, type SlackUser } from '../../world/seed.ts';
import { Refusal } from '../../world/validation.ts';
import type { Workspace } from '../../world/workspace.ts';
import type { CallContext } from './method.ts';

export function isMember(channel: SlackChannel, userId = botUserId): boolean {
  return channel.members.includes(userId);
}

/** Whether a channel is public, or has the app as a member. */
export function isVisible(channel: SlackChannel): boolean {
  return channel.kind === 'channel' || isMember(channel);
}

/** The channel as the app may see it: a private channel without the app does not exist for it. */
export function visibleChannel(workspace: Workspace, id: string): SlackChannel {
  const channel = workspace.channels.get(id);
  if (!channel || !isVisible(channel)) throw new Refusal('channel_not_found');
  return channel;
}

/** A channel that the app is a member of. A user's id means the direct messages with that person. */
export function joinedChannel(workspace: Workspace, id: string): SlackChannel {
  const channel = directChannel(workspace, id) ?? visibleChannel(workspace, id);
  if (!isMember(channel)) throw new Refusal('not_in_channel');
  return channel;
}

/** A channel that the app may post in. */
export function writableChannel(workspace: Workspace, id: string): SlackChannel {
  const channel = joinedChannel(workspace, id);
  if (channel.archived) throw new Refusal('is_archived');
  return channel;
}

export function directChannel(workspace: Workspace, userId: string): SlackChannel | undefined {
  return [...workspace.channels.values()].find(
    (channel) => channel.kind === 'im' && isMember(channel, userId) && userId !== botUserId,
  );
}

export function findUser(workspace: Workspace, id: string): SlackUser {
  const user = workspace.users.get(id);
  if (!user) throw new Refusal('user_not_found');
  return user;
}

/** A message that is not ephemeral. */
export function findMessage(workspace: Workspace, channel: string, ts: string): Message {
  const message = workspace.find(channel, ts);
  if (!message || message.visibleTo) throw new Refusal('message_not_found');
  return message;
}

/** A message posted by the app; any other is refused with `error`. */
export function ownMessage(workspace: Workspace, channel: string, ts: string, error: string): Message {
  const message = findMessage(workspace, channel, ts);
  if (message.botId !== botId) throw new Refusal(error);
  return message;
}

/** The root to reply to. Slack accepts the ts of a reply, but files such a message oddly, so the call is recorded. */
export function threadRoot(
  workspace: Workspace,
  channel: string,
  threadTs: string | undefined,
  call: CallContext,
  ephemeralError: string,
): string {
  if (threadTs === undefined || !/^\d+\.\d{6}$/.test(threadTs)) throw new Refusal('invalid_thread_ts');
  const message = workspace.find(channel, threadTs);
  if (message?.visibleTo) throw new Refusal(ephemeralError);
  if (!message) throw new Refusal('thread_not_found');
  if (message.threadTs) call.noteDoubtful('thread_ts is a reply, not the root of a thread');
  return message.threadTs ?? threadTs;
}
