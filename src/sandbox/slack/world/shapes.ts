/** Messages, people, channels and groups in Slack's JSON. Source: reference/objects and reference/events, 2026-11-21. */
import type { Json, JsonObject } from '../../json.ts';
import type { Message, SandboxFile } from './message.ts';
import {
  appId,
  botId,
  botUserId,
  type SlackChannel,
  type SlackUser,
  seededUsers,
  type Team,
  teamId,
  type UserGroup,
} from './seed.ts';

/** `replies`: the replies in its thread, if it is a root. */
export function messageShape(message: Message, replies: readonly Message[] = [], withMetadata = true): JsonObject {
  return defined({
    type: 'message',
    subtype: message.subtype ?? (message.username === undefined ? undefined : 'bot_message'),
    user: message.user === '' ? undefined : message.user,
    username: message.username,
    text: message.text,
    ts: message.ts,
    team: message.team,
    bot_id: message.botId,
    app_id: message.botId && appIdOf(message.botId),
    bot_profile: message.botId &&
      message.username === undefined && {
        id: message.botId,
        app_id: appIdOf(message.botId),
        user_id: message.user,
        name: seededUsers.find((user) => user.id === message.user)?.realName ?? '',
        deleted: false,
        team_id: message.team,
      },
    blocks: message.blocks ?? (message.botId ? undefined : [richText(message.text)]),
    files: message.files?.map((file) => (file.isForeign ? foreignFileShape(file) : fileShape(file))),
    edited: message.edited && { ...message.edited },
    metadata: withMetadata ? message.metadata : undefined,
    streaming_state: message.streaming,
    attachments: attachmentsOf(message),
    reactions:
      message.reactions.length > 0
        ? message.reactions.map(({ name, users }) => ({ name, users, count: users.length }))
        : undefined,
    ...threadShape(message, replies),
  });
}

function attachmentsOf({ attachments = [], previews }: Message): JsonObject[] | undefined {
  const all = [...attachments, ...previews.map((url) => preview(url))];
  return all.length > 0 ? all.map((each, index) => ({ ...each, id: index + 1 })) : undefined;
}

/** In messages; `files.info` has the rest. Source: reference/objects/file-object (Slack Connect files), 2026-11-23. */
function foreignFileShape({ id }: SandboxFile): JsonObject {
  return { id, mode: 'file_access', file_access: 'check_file_info', created: 0, timestamp: 0, user: '' };
}

/** Source: reference/objects/file-object, 2026-11-21. */
export function fileShape({ id, name, mimetype, content, url }: SandboxFile): JsonObject {
  const filetype = name.split('.').at(-1) ?? 'text';
  const addresses = { url_private: url, url_private_download: url };
  return { id, name, title: name, mimetype, filetype, size: content.length, mode: 'hosted', ...addresses };
}

function appIdOf(bot: string): string {
  return bot === botId ? appId : bot.replace(/^B/, 'A');
}

function threadShape(message: Message, replies: readonly Message[]): Record<string, Json | undefined> {
  if (message.threadTs) return { thread_ts: message.threadTs };
  const last = replies.at(-1);
  if (!last) return {};
  const users = [...new Set(replies.map((reply) => reply.user))];
  return {
    thread_ts: message.ts,
    reply_count: replies.length,
    reply_users: users.slice(0, 5),
    reply_users_count: users.length,
    latest_reply: last.ts,
  };
}

/** `home`: the workspace. */
export function userShape(user: SlackUser, { id: home, organization }: Team, withLocale = false): JsonObject {
  const isAdmin = user.role === 'admin' || user.role === 'owner';
  const team = user.teamId ?? home;
  return {
    id: user.id,
    team_id: team,
    name: user.name,
    deleted: user.deactivated === true,
    color: user.colour,
    real_name: user.realName,
    tz: 'Europe/Amsterdam',
    profile: { real_name: user.realName, display_name: user.realName, real_name_normalized: user.realName, team },
    is_admin: isAdmin,
    is_owner: user.role === 'owner',
    is_primary_owner: user.role === 'owner',
    is_restricted: user.role === 'guest' || user.role === 'single_channel_guest',
    is_ultra_restricted: user.role === 'single_channel_guest',
    is_stranger: user.isStranger === true,
    is_bot: user.role === 'bot',
    is_app_user: false,
    updated: 1_767_000_000,
    ...(organization !== undefined && { enterprise_user: enterpriseShape(user, organization, isAdmin, [team]) }),
    ...(withLocale && { locale: user.locale ?? 'en-US' }),
  };
}

/** Source: reference/objects/user-object, 2026-11-23. */
function enterpriseShape(
  user: SlackUser,
  organization: string,
  isAdmin: boolean,
  teams: readonly string[],
): JsonObject {
  return {
    id: user.id,
    enterprise_id: organization,
    enterprise_name: organization,
    is_admin: isAdmin,
    is_owner: user.role === 'owner',
    teams: [...(user.teams ?? teams)],
  };
}

export function channelShape(channel: SlackChannel): JsonObject {
  const other = channel.members.find((id) => id !== botUserId) ?? '';
  if (channel.kind === 'im') {
    return {
      id: channel.id,
      created: 1_767_000_000,
      is_im: true,
      is_org_shared: false,
      user: other,
      is_archived: false,
      is_user_deleted: false,
    };
  }
  return {
    id: channel.id,
    name: channel.name,
    name_normalized: channel.name,
    is_channel: channel.kind === 'channel',
    is_group: channel.kind === 'private',
    is_im: false,
    is_mpim: false,
    is_private: channel.kind === 'private',
    is_archived: channel.archived,
    is_general: channel.name === 'general',
    is_shared: false,
    is_ext_shared: false,
    is_member: channel.members.includes(botUserId),
    context_team_id: teamId,
    created: 1_767_000_000,
    creator: other,
    topic: { value: channel.topic, creator: other, last_set: 1_767_000_000 },
    purpose: { value: '', creator: '', last_set: 0 },
    num_members: channel.members.length,
  };
}

export function groupShape(group: UserGroup, withUsers: boolean): JsonObject {
  const shape = {
    id: group.id,
    team_id: teamId,
    is_usergroup: true,
    name: group.name,
    handle: group.handle,
    description: '',
    is_external: false,
    date_delete: 0,
    user_count: group.members.length,
  };
  return withUsers ? { ...shape, users: group.members } : shape;
}

/** Typed text as the rich text block that Slack's own clients send along. */
function richText(text: string): JsonObject {
  const elements = text
    .split(/(<[^<>\s][^<>]*>)/)
    .flatMap((piece): JsonObject[] => (piece === '' ? [] : [richElement(piece)]));
  return { type: 'rich_text', block_id: 'b0', elements: [{ type: 'rich_text_section', elements }] };
}

function richElement(piece: string): JsonObject {
  const token = /^<([@#!])?([^|>]+)(?:\|([^>]*))?>$/.exec(piece);
  if (!token) return { type: 'text', text: unescapeText(piece) };
  const [, mark, target = '', label] = token;
  if (mark === '@') return { type: 'user', user_id: target };
  if (mark === '#') return { type: 'channel', channel_id: target };
  if (mark === '!' && target.startsWith('subteam^'))
    return { type: 'usergroup', usergroup_id: target.slice('subteam^'.length) };
  if (mark === '!') return { type: 'broadcast', range: target };
  return label === undefined
    ? { type: 'link', url: unescapeText(target) }
    : { type: 'link', url: unescapeText(target), text: unescapeText(label) };
}

/** Slack escapes only these three. Source: messaging/formatting-message-text, 2026-11-21. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function unescapeText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function preview(url: string): JsonObject {
  return { from_url: url, original_url: url, title: url, fallback: url };
}

/** Leaves out the fields that are undefined. */
function defined(fields: Record<string, Json | undefined>): JsonObject {
  const entries = Object.entries(fields).filter((field): field is [string, Json] => field[1] !== undefined);
  return Object.fromEntries(entries);
}
