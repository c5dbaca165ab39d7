/**
 * The JSON that Discord's API and gateway speak. In: the state. Out: users, members, roles, channels, threads, messages,
 * as an app is sent them. Pure. Source: developer docs "Resources", read 2026-11-21.
 */
import type { JsonObject } from './json.ts';
import { permissionsOf } from './permissions.ts';
import { type DiscordChannel, type DiscordRole, type DiscordUser, guildId } from './seed.ts';
import { timeOf } from './snowflake.ts';
import { has, type Message, MessageFlag, MessageType, type Thread, type World } from './state.ts';

export const channelTypes = { text: 0, dm: 1, announcement: 5, forum: 15 } as const;
export const threadTypes = { announcement: 10, public: 11 } as const;

export function userShape(user: DiscordUser): JsonObject {
  return {
    id: user.id,
    username: user.name,
    discriminator: user.bot ? '4242' : '0',
    global_name: user.bot ? null : user.displayName,
    avatar: null,
    bot: user.bot,
    system: false,
    public_flags: 0,
  };
}

/** Without the user in it, as messages carry it. */
export function memberShape(user: DiscordUser): JsonObject {
  return {
    nick: null,
    avatar: null,
    roles: user.roles,
    joined_at: isoTime(timeOf(user.id)),
    premium_since: null,
    deaf: false,
    mute: false,
    pending: false,
    flags: 0,
    communication_disabled_until: null,
  };
}

export function roleShape(role: DiscordRole, position: number): JsonObject {
  return {
    id: role.id,
    name: role.name,
    permissions: String(role.permissions),
    position,
    color: 0,
    hoist: false,
    managed: role.botId !== undefined,
    mentionable: role.mentionable,
    flags: 0,
    ...(role.botId ? { tags: { bot_id: role.botId } } : {}),
  };
}

export function channelShape(world: World, channel: DiscordChannel): JsonObject {
  const last = lastMessage(world, channel);
  if (channel.recipient !== undefined) {
    const recipient = world.users.get(channel.recipient);
    return {
      id: channel.id,
      type: channelTypes.dm,
      flags: 0,
      last_message_id: last,
      recipients: recipient ? [userShape(recipient)] : [],
    };
  }
  return {
    id: channel.id,
    type: channelTypes[channel.kind],
    guild_id: guildId,
    name: channel.name,
    topic: channel.topic,
    position: [...world.channels.keys()].indexOf(channel.id),
    parent_id: null,
    nsfw: false,
    rate_limit_per_user: 0,
    flags: 0,
    last_message_id: last,
    permission_overwrites: channel.overwrites.map(({ id, kind, allow, deny }) => ({
      id,
      type: kind === 'role' ? 0 : 1,
      allow: String(allow),
      deny: String(deny),
    })),
    ...(channel.kind === 'forum' ? forumShape(channel) : {}),
  };
}

function forumShape(channel: DiscordChannel): JsonObject {
  return {
    available_tags: channel.tags.map(({ id, name, moderated }) => ({
      id,
      name,
      moderated,
      emoji_id: null,
      emoji_name: null,
    })),
    default_reaction_emoji: null,
    default_sort_order: null,
    default_forum_layout: 0,
  };
}

/** Of a forum it is the newest post. */
function lastMessage(world: World, channel: DiscordChannel): string | null {
  if (channel.kind !== 'forum') return world.all(channel.id).at(-1)?.id ?? null;
  const posts = [...world.threads.values()].filter((thread) => thread.parent === channel.id);
  return posts.at(-1)?.id ?? null;
}

export function threadShape(world: World, thread: Thread): JsonObject {
  return {
    id: thread.id,
    type: threadTypes[thread.kind],
    guild_id: guildId,
    parent_id: thread.parent,
    owner_id: thread.owner,
    name: thread.name,
    last_message_id: thread.lastMessage ?? null,
    message_count: thread.messageCount,
    total_message_sent: thread.messageCount,
    member_count: thread.members.length,
    rate_limit_per_user: 0,
    flags: 0,
    applied_tags: thread.tags,
    thread_metadata: {
      archived: thread.archived,
      locked: thread.locked,
      auto_archive_duration: thread.autoArchiveMinutes,
      archive_timestamp: isoTime(thread.archiveChangedAt),
      create_timestamp: isoTime(thread.createdAt),
    },
    ...(thread.members.includes(world.botUserId) ? { member: threadMemberShape(thread, world.botUserId) } : {}),
  };
}

export function threadMemberShape(thread: Thread, user: string): JsonObject {
  return { id: thread.id, user_id: user, join_timestamp: isoTime(thread.createdAt), flags: 0 };
}

/** The place of an interaction: its channel, with less in it. */
export function placeShape(world: World, id: string): JsonObject {
  const thread = world.threads.get(id);
  if (thread) return threadShape(world, thread);
  const channel = world.channels.get(id);
  return channel ? channelShape(world, channel) : { id };
}

/** `withContent`: the app has the message content intent. */
export function messageShape(world: World, message: Message, withContent: boolean): JsonObject {
  const shown = withContent || isShown(world, message);
  const inGuild = world.channelOf(message.channel)?.kind !== 'dm';
  const author = world.users.get(message.author);
  const isAnswer = message.interaction !== undefined;
  return {
    id: message.id,
    channel_id: message.channel,
    type: message.type,
    author: author ? userShape(author) : { id: message.author, username: 'deleted', discriminator: '0', avatar: null },
    content: shown ? message.content : '',
    embeds: shown ? [...message.embeds] : [],
    components: shown ? message.components : [],
    attachments: [],
    mentions: message.mentions.users.flatMap((id) => mentionedUser(world, id, inGuild)),
    mention_roles: message.mentions.roles,
    mention_everyone: message.mentions.everyone,
    timestamp: isoTime(message.at),
    edited_timestamp: message.editedAt === undefined ? null : isoTime(message.editedAt),
    flags: message.flags,
    tts: false,
    pinned: false,
    ...(message.nonce === undefined ? {} : { nonce: message.nonce }),
    ...(isAnswer ? { application_id: world.applicationId, webhook_id: world.applicationId } : {}),
    ...(message.interaction ? { interaction_metadata: metadataShape(world, message.interaction) } : {}),
    ...(message.reactions.length > 0 ? { reactions: reactionShapes(world, message) } : {}),
    ...referenceShape(world, message, withContent),
    ...startedThread(world, message),
  };
}

/** What only events carry: where the message is, and who its author is there. */
export function messageEventShape(world: World, message: Message, withContent: boolean): JsonObject {
  const inGuild = world.channelOf(message.channel)?.kind !== 'dm';
  const author = world.users.get(message.author);
  return {
    ...messageShape(world, message, withContent),
    channel_type: world.threads.has(message.channel)
      ? threadTypes[world.threads.get(message.channel)?.kind ?? 'public']
      : channelTypes[world.channels.get(message.channel)?.kind ?? 'text'],
    ...(inGuild ? { guild_id: guildId, ...(author ? { member: memberShape(author) } : {}) } : {}),
  };
}

/** A card as it unfolds under a message. */
export function cardShape(url: string): JsonObject {
  return { type: 'link', url, title: url };
}

/** Source: developer docs "Events: Gateway, Message Content Intent", read 2026-11-21. */
function isShown(world: World, message: Message): boolean {
  if (message.author === world.botUserId) return true;
  if (world.channelOf(message.channel)?.kind === 'dm') return true;
  return message.mentions.users.includes(world.botUserId);
}

function mentionedUser(world: World, id: string, inGuild: boolean): JsonObject[] {
  const user = world.users.get(id);
  if (!user) return [];
  return [{ ...userShape(user), ...(inGuild ? { member: memberShape(user) } : {}) }];
}

function metadataShape(world: World, { id, type, user, name }: NonNullable<Message['interaction']>): JsonObject {
  const asker = world.users.get(user);
  return {
    id,
    type,
    user: asker ? userShape(asker) : { id: user },
    authorizing_integration_owners: { 0: guildId },
    ...(name === undefined ? {} : { name }),
  };
}

function reactionShapes(world: World, message: Message): JsonObject[] {
  return message.reactions.map(({ emoji, users }) => ({
    emoji: { id: null, name: emoji },
    count: users.length,
    count_details: { burst: 0, normal: users.length },
    me: users.includes(world.botUserId),
    me_burst: false,
    burst_colors: [],
  }));
}

function referenceShape(world: World, { replyTo, type }: Message, withContent: boolean): JsonObject {
  if (!replyTo) return {};
  const reference = {
    type: 0,
    channel_id: replyTo.channel,
    message_id: replyTo.id,
    ...(world.channelOf(replyTo.channel)?.kind === 'dm' ? {} : { guild_id: guildId }),
  };
  if (type === MessageType.threadCreated) return { message_reference: reference };
  const original = world.find(replyTo.channel, replyTo.id);
  // One level deep, as Discord does.
  const bare = original && { ...original, replyTo: undefined };
  if (!bare) return { message_reference: reference, referenced_message: null };
  const { replyTo: _, ...shown } = bare;
  return { message_reference: reference, referenced_message: messageShape(world, shown, withContent) };
}

function startedThread(world: World, message: Message): JsonObject {
  const thread = message.thread === undefined ? undefined : world.threads.get(message.thread);
  return thread && message.flags & MessageFlag.hasThread ? { thread: threadShape(world, thread) } : {};
}

/** What is on the server: all that comes with GUILD_CREATE. */
export function guildShape(world: World): JsonObject {
  const bot = world.users.get(world.botUserId);
  const seen = [...world.channels.values()].filter((channel) => channel.kind !== 'dm');
  return {
    id: world.guildId,
    name: world.guildName,
    owner_id: world.ownerId,
    unavailable: false,
    large: false,
    joined_at: isoTime(timeOf(world.botUserId)),
    member_count: world.users.size,
    roles: [...world.roles.values()].map(roleShape),
    channels: seen.map((channel) => channelShape(world, channel)),
    threads: activeThreads(world).map((thread) => threadShape(world, thread)),
    members: bot ? [{ ...memberShape(bot), user: userShape(bot) }] : [],
    emojis: [],
    stickers: [],
    features: ['COMMUNITY', 'NEWS'],
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
    preferred_locale: 'en-US',
    premium_tier: 0,
    verification_level: 1,
    default_message_notifications: 1,
    explicit_content_filter: 0,
    mfa_level: 0,
    nsfw_level: 0,
    afk_timeout: 300,
    system_channel_flags: 0,
    icon: null,
    banner: null,
    splash: null,
    description: null,
    vanity_url_code: null,
  };
}

/** Threads that are not archived and that the bot may see. */
export function activeThreads(world: World): Thread[] {
  return [...world.threads.values()].filter(
    (thread) => !thread.archived && has(world.rightsIn(thread.id, world.botUserId), 'viewChannel'),
  );
}

/** A member as an interaction carries it. */
export function askerShape(world: World, user: DiscordUser, channel: string): JsonObject {
  const rights = world.rightsIn(channel, user.id) | permissionsOf(world, user);
  return { ...memberShape(user), user: userShape(user), permissions: String(rights) };
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000+00:00');
}
