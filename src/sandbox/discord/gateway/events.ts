/**
 * The gateway events of a change. Pure. Ephemeral messages, and anything that the bot may not see, cause none. Source:
 * developer docs "Events: Gateway Events", read 2026-11-21.
 */
import type { JsonObject } from '../../json.ts';
import { linkEmbedShape, messageEventShape } from '../shapes/messages.ts';
import { channelShape, guildShape, memberShape, threadShape, threadTypes, userShape } from '../shapes/resources.ts';
import type { Message } from '../world/message.ts';
import { has } from '../world/permissions.ts';
import { guildId } from '../world/seed.ts';
import type { Change, World } from '../world/state.ts';
import type { Thread } from '../world/thread.ts';
import { Intent } from './codes.ts';
import type { Dispatch } from './session.ts';

/** In order; each session receives the events that it subscribed to. */
export function eventsOf(change: Change, world: World): Dispatch[] {
  if (change.kind === 'channel') return channelEvents(change.channel.id, world);
  const place = placeOf(change);
  if (!has(world.permissionsIn(place, world.botUserId), 'viewChannel')) return [];
  if (change.kind === 'typing') return [typingEvent(change.channel, change.user, world)];
  if (change.kind === 'thread') return threadEvents(change.thread, change.previous, world);
  if (change.kind === 'thread removed') return [removedThread(change.previous)];
  if (change.kind === 'purged') return [purgedMessages(change, world)];
  const message = change.kind === 'removed' ? change.previous : change.message;
  if (message.visibleTo) return [];
  if (change.kind === 'posted') return [messageEvent('MESSAGE_CREATE', message, world)];
  if (change.kind === 'edited') return [messageEvent('MESSAGE_UPDATE', message, world)];
  if (change.kind === 'removed') return [removedMessage(message, world)];
  if (change.kind === 'reactions cleared') return [clearedReactions(change, world)];
  return [reactionEvent(change, world)];
}

/** Link embeds arrive shortly after the message, as an update that is not an edit. */
export function unfoldEvent(message: Message, world: World): Dispatch {
  const event = messageEvent('MESSAGE_UPDATE', message, world);
  return {
    ...event,
    payload: (withContent) => {
      const content = event.payload(withContent);
      const shown = content.content !== '';
      return { ...content, embeds: shown ? [...message.embeds, ...message.previews.map(linkEmbedShape)] : [] };
    },
  };
}

/** Sent after READY. */
export function guildCreate(world: World): Dispatch {
  return guildEvent('GUILD_CREATE', guildShape(world));
}

/** The server became unavailable. */
export function guildDelete(world: World): Dispatch {
  return guildEvent('GUILD_DELETE', { id: world.guildId, unavailable: true });
}

function placeOf(change: Exclude<Change, { kind: 'channel' }>): string {
  if (change.kind === 'typing' || change.kind === 'purged') return change.channel;
  if (change.kind === 'thread') return change.thread.id;
  if (change.kind === 'thread removed') return change.previous.parent;
  return change.kind === 'removed' ? change.previous.channel : change.message.channel;
}

function channelEvents(id: string, world: World): Dispatch[] {
  const channel = world.channels.get(id);
  return channel ? [guildEvent('CHANNEL_UPDATE', channelShape(world, channel))] : [];
}

function messageEvent(name: string, message: Message, world: World): Dispatch {
  return {
    name,
    ...scope(message.channel, world, Intent.guildMessages, Intent.directMessages),
    payload: (withContent) => messageEventShape(world, message, withContent),
  };
}

function removedMessage(message: Message, world: World): Dispatch {
  const where = scope(message.channel, world, Intent.guildMessages, Intent.directMessages);
  return { name: 'MESSAGE_DELETE', ...where, payload: () => ({ id: message.id, ...at(message.channel, world) }) };
}

function purgedMessages({ channel, previous }: Extract<Change, { kind: 'purged' }>, world: World): Dispatch {
  const where = scope(channel, world, Intent.guildMessages, Intent.directMessages);
  const ids = previous.map(({ id }) => id);
  return { name: 'MESSAGE_DELETE_BULK', ...where, payload: () => ({ ids, ...at(channel, world) }) };
}

/** Does not say who had reacted. */
function clearedReactions({ message, emoji }: Extract<Change, { kind: 'reactions cleared' }>, world: World): Dispatch {
  const of = { message_id: message.id, ...at(message.channel, world) };
  return {
    name: emoji === undefined ? 'MESSAGE_REACTION_REMOVE_ALL' : 'MESSAGE_REACTION_REMOVE_EMOJI',
    ...scope(message.channel, world, Intent.guildReactions, Intent.directReactions),
    payload: () => ({ ...of, ...(emoji !== undefined && { emoji: { id: null, name: emoji } }) }),
  };
}

function reactionEvent(change: Extract<Change, { kind: 'reacted' }>, world: World): Dispatch {
  const { message, emoji, user, on } = change;
  const person = world.users.get(user);
  const inGuild = !world.isDirect(message.channel);
  return {
    name: on ? 'MESSAGE_REACTION_ADD' : 'MESSAGE_REACTION_REMOVE',
    ...scope(message.channel, world, Intent.guildReactions, Intent.directReactions),
    payload: () => ({
      user_id: user,
      message_id: message.id,
      message_author_id: message.author,
      emoji: { id: null, name: emoji },
      burst: false,
      type: 0,
      ...at(message.channel, world),
      ...(on && inGuild && person ? { member: { ...memberShape(person), user: userShape(person) } } : {}),
    }),
  };
}

function typingEvent(channel: string, user: string, world: World): Dispatch {
  return {
    name: 'TYPING_START',
    ...scope(channel, world, Intent.guildTyping, Intent.directTyping),
    payload: () => ({ user_id: user, timestamp: Math.floor(world.now() / 1_000), ...at(channel, world) }),
  };
}

function threadEvents(thread: Thread, previous: Thread | undefined, world: World): Dispatch[] {
  const shape = threadShape(world, thread);
  if (!previous) return [guildEvent('THREAD_CREATE', { ...shape, newly_created: true })];
  const events: Dispatch[] = [];
  if (joinsOrLeaves(world.botUserId, thread, previous)) events.push(membersEvent(thread, previous));
  const { members: _, ...before } = previous;
  const { members: __, ...after } = thread;
  if (JSON.stringify(before) !== JSON.stringify(after)) events.push(guildEvent('THREAD_UPDATE', shape));
  return events;
}

/** Events about other members require the members intent. */
function joinsOrLeaves(user: string, thread: Thread, previous: Thread): boolean {
  return thread.members.includes(user) !== previous.members.includes(user);
}

function membersEvent(thread: Thread, previous: Thread): Dispatch {
  const added = thread.members.filter((user) => !previous.members.includes(user));
  return guildEvent('THREAD_MEMBERS_UPDATE', {
    id: thread.id,
    guild_id: guildId,
    member_count: thread.members.length,
    added_members: added.map((user) => ({ id: thread.id, user_id: user, flags: 0 })),
    removed_member_ids: previous.members.filter((user) => !thread.members.includes(user)),
  });
}

function removedThread(thread: Thread): Dispatch {
  return guildEvent('THREAD_DELETE', {
    id: thread.id,
    parent_id: thread.parent,
    guild_id: guildId,
    type: threadTypes[thread.kind],
  });
}

function guildEvent(name: string, content: JsonObject): Dispatch {
  return { name, intents: Intent.guilds, inGuild: true, payload: () => content };
}

function scope(channel: string, world: World, guildIntent: number, directIntent: number) {
  const inGuild = !world.isDirect(channel);
  return { inGuild, intents: inGuild ? guildIntent : directIntent };
}

function at(channel: string, world: World): JsonObject {
  const inGuild = !world.isDirect(channel);
  return { channel_id: channel, ...(inGuild ? { guild_id: world.guildId } : {}) };
}
