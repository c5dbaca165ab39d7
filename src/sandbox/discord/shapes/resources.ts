/**
 * Users, members, roles, channels and threads in the JSON of API and gateway. Pure. Source: developer docs "Resources", read
 * 2026-11-21.
 */
import type { JsonObject } from '../../json.ts';
import { has, permissionsOf } from '../world/permissions.ts';
import { type DiscordChannel, type DiscordRole, type DiscordUser, guildId, supportCategory } from '../world/seed.ts';
import { timeOf } from '../world/snowflake.ts';
import type { World } from '../world/state.ts';
import type { Thread } from '../world/thread.ts';

export const channelTypes = { text: 0, dm: 1, voice: 2, category: 4, announcement: 5, forum: 15 } as const;
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

/** The bot, as in READY. */
export function botShape(world: World): JsonObject {
  const bot = world.users.get(world.botUserId);
  return bot ? { ...userShape(bot), verified: true, mfa_enabled: true, email: null } : {};
}

/** Source: developer docs "Resources: Guild, Guild Member Flags", read 2026-11-22. */
const guestFlag = 1 << 4;

/** Without the user, as in messages. */
export function memberShape(user: DiscordUser): JsonObject {
  return {
    nick: null,
    avatar: null,
    roles: user.roles,
    joined_at: isoTime(timeOf(user.id)),
    premium_since: null,
    deaf: false,
    mute: false,
    pending: user.pending === true,
    flags: user.guest ? guestFlag : 0,
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

/** Includes its permission overwrites. */
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
    parent_id: channel.category ?? null,
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

/** The newest post of a forum. */
function lastMessage(world: World, channel: DiscordChannel): string | null {
  if (channel.kind !== 'forum') return world.all(channel.id).at(-1)?.id ?? null;
  const posts = [...world.threads.values()].filter((thread) => thread.parent === channel.id);
  return posts.at(-1)?.id ?? null;
}

/** Includes the bot’s membership. */
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

/** A channel or thread. */
export function placeShape(world: World, id: string): JsonObject {
  const thread = world.threads.get(id);
  if (thread) return threadShape(world, thread);
  const channel = world.channels.get(id);
  return channel ? channelShape(world, channel) : { id };
}

/** The server's channels, and the category of some of them. */
export function serverChannels(world: World): readonly JsonObject[] {
  const { id, name } = supportCategory;
  const category = { id, name, type: channelTypes.category, guild_id: guildId, position: 0, parent_id: null };
  const channels = [...world.channels.values()].filter(({ kind }) => kind !== 'dm');
  return [
    { ...category, nsfw: false, flags: 0, permission_overwrites: [] },
    ...channels.map((channel) => channelShape(world, channel)),
  ];
}

/** The server, as in GUILD_CREATE. */
export function guildShape(world: World): JsonObject {
  const bot = world.users.get(world.botUserId);
  return {
    id: world.guildId,
    name: world.guildName,
    owner_id: world.ownerId,
    unavailable: false,
    large: false,
    joined_at: isoTime(timeOf(world.botUserId)),
    member_count: world.users.size,
    roles: [...world.roles.values()].map(roleShape),
    channels: serverChannels(world),
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
    preferred_locale: world.preferredLocale,
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

/** Active threads that the bot can see. */
export function activeThreads(world: World): Thread[] {
  return [...world.threads.values()].filter(
    (thread) => !thread.archived && has(world.permissionsIn(thread.id, world.botUserId), 'viewChannel'),
  );
}

/** The member of an interaction, with permissions. */
export function askerShape(world: World, user: DiscordUser, channel: string): JsonObject {
  const permissions = world.permissionsIn(channel, user.id) | permissionsOf(world, user);
  return { ...memberShape(user), user: userShape(user), permissions: String(permissions) };
}

/** Discord’s timestamp format. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000+00:00');
}
