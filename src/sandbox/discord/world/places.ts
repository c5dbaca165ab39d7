/** Looks up channels, threads and messages for the bot, and checks its permissions there; refuses as Discord does. */
import type { Message } from './message.ts';
import type { PermissionName } from './permissions.ts';
import { has } from './permissions.ts';
import { refusal } from './refusal.ts';
import type { DiscordChannel } from './seed.ts';
import type { World } from './state.ts';
import type { Thread } from './thread.ts';

/** A channel or thread, with the bot's permissions there. */
export interface Place {
  readonly id: string;
  /** The thread's channel, or the channel itself. */
  readonly channel: DiscordChannel;
  readonly thread?: Thread;
  readonly permissions: bigint;
}

/** Fails with 10003 if there is none. */
export function knownPlace(world: World, id: string): Place {
  const channel = world.channelOf(id);
  const thread = world.threads.get(id);
  if (!channel) throw refusal(10003);
  return { id, channel, permissions: world.permissionsIn(id, world.botUserId), ...(thread ? { thread } : {}) };
}

/** Like `knownPlace`, but also fails with 50001 if the bot cannot see it. */
export function visiblePlace(world: World, id: string): Place {
  const place = knownPlace(world, id);
  if (!has(place.permissions, 'viewChannel')) throw refusal(50001);
  return place;
}

export interface ThreadPlace extends Place {
  readonly thread: Thread;
}

/** Like `visiblePlace`, but also fails with 50024 if it is not a thread. */
export function visibleThread(world: World, id: string): ThreadPlace {
  const place = visiblePlace(world, id);
  if (!place.thread) throw refusal(50024);
  return { ...place, thread: place.thread };
}

/** A place in which the bot can currently write. */
export function writablePlace(world: World, id: string): Place {
  const place = visiblePlace(world, id);
  const { channel, thread, permissions } = place;
  if (!thread) {
    if (channel.kind === 'forum') throw refusal(50008);
    const person = world.users.get(channel.recipient ?? '');
    if (person && !person.acceptsDirectMessages) throw refusal(50007);
    requirePermission(permissions, 'sendMessages');
    return place;
  }
  requirePermission(permissions, 'sendMessagesInThreads');
  if (thread.locked && !has(permissions, 'manageThreads')) throw refusal(160005);
  if (awaitsFirstMessage(world, thread)) throw refusal(40058);
  return place;
}

/** Whether it is a forum post whose author has not sent the first message yet. */
function awaitsFirstMessage(world: World, thread: Thread): boolean {
  const inForum = world.channels.get(thread.parent)?.kind === 'forum';
  return inForum && thread.lastMessage === undefined;
}

/** Fails with 50013 without the permission. */
export function requirePermission(permissions: bigint, permission: PermissionName): void {
  if (!has(permissions, permission)) throw refusal(50013);
}

/** Fails with 50083 in archived threads. */
export function refuseArchived({ thread }: Place): void {
  if (thread?.archived) throw refusal(50083);
}

/** A message that is not ephemeral; fails with 10008 if there is none. */
export function knownMessage(world: World, channel: string, id: string): Message {
  const message = world.find(channel, id);
  if (!message || message.visibleTo) throw refusal(10008);
  return message;
}
