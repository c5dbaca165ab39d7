/** Discord's channels and threads as rooms of the console. */
import type { DiscordSandbox } from '../../discord/sandbox.ts';
import { Permission, permissionsIn } from '../../discord/world/permissions.ts';
import type { ChannelKind, DiscordChannel } from '../../discord/world/seed.ts';
import type { Thread } from '../../discord/world/thread.ts';
import type { Room } from '../panel.ts';

const kinds: Record<ChannelKind, Room['kind']> = {
  text: 'channel',
  announcement: 'news',
  forum: 'forum',
  dm: 'direct',
};

export function channelRoom(discord: DiscordSandbox, channel: DiscordChannel): Room {
  const { id, name, kind, topic, tags } = channel;
  const members = membersOf(discord, channel);
  const hasBot = members.includes(discord.botUserId);
  return { id, name, kind: kinds[kind], topic, members, hasBot, tags: tags.map((tag) => tag.name) };
}

export function threadRoom(discord: DiscordSandbox, { id, name, parent, archived, locked }: Thread): Room {
  const channel = discord.channels.find((candidate) => candidate.id === parent);
  const members = channel ? { members: membersOf(discord, channel) } : {};
  return { id, name, kind: 'thread', topic: '', parent, hasBot: true, closed: locked, archived, ...members };
}

/** The ids of those who can see a channel. */
function membersOf({ users, roles, guildId }: DiscordSandbox, channel: DiscordChannel): string[] {
  const rolesById = new Map(roles.map((role) => [role.id, role]));
  const membership = { guildId, ownerId: users[0]?.id ?? '', roles: rolesById };
  const viewers = users.filter((user) => (permissionsIn(membership, channel, user) & Permission.viewChannel) !== 0n);
  return viewers.map(({ id }) => id);
}
