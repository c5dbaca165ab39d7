/** Where people act, and as whom; a missing channel, member or message is a Refusal. */
import type { Message } from '../world/message.ts';
import type { SlackChannel, SlackUser } from '../world/seed.ts';
import { Refusal } from '../world/validation.ts';
import type { Workspace } from '../world/workspace.ts';

/** Users and channels are given by id. */
export interface Place {
  readonly channel: string;
  readonly user: string;
}

export interface MessagePlace extends Place {
  readonly ts: string;
}

export function findMember(workspace: Workspace, place: Place): { channel: SlackChannel; user: SlackUser } {
  const channel = workspace.channels.get(place.channel);
  const user = workspace.users.get(place.user);
  if (!channel || !user) throw new Refusal(channel ? 'user_not_found' : 'channel_not_found');
  if (!channel.members.includes(user.id)) throw new Refusal('user_not_in_channel');
  return { channel, user };
}

/** Any message, ephemeral ones included. */
export function findMessage(workspace: Workspace, { channel, ts }: { channel: string; ts: string }): Message {
  const message = workspace.find(channel, ts);
  if (!message) throw new Refusal('message_not_found');
  return message;
}

/** A message that the person wrote. */
export function ownMessage(workspace: Workspace, place: MessagePlace): Message {
  const message = findMessage(workspace, place);
  if (message.user !== place.user) throw new Refusal('cant_update_message');
  return message;
}
