/** The initial server: users, roles, channels. Its ids are fixed, so that tests and configurations can use them. */
import { type Overwrite, Permission } from './permissions.ts';
import { snowflakeAt } from './snowflake.ts';

export interface DiscordUser {
  readonly id: string;
  /** The username, without @. */
  readonly name: string;
  readonly displayName: string;
  readonly bot: boolean;
  /** Has not accepted the server's rules yet. */
  readonly pending?: true;
  /** Was invited to one voice channel. */
  readonly guest?: true;
  /** Their language in Discord. Default: `en-US`. */
  readonly locale?: string;
  /** Ids, without @everyone. */
  readonly roles: readonly string[];
  /** Six hex digits, for the avatar. */
  readonly colour: string;
  /** Accepts direct messages from the bot. */
  readonly acceptsDirectMessages: boolean;
}

/** The role with the server’s id is @everyone. */
export interface DiscordRole {
  readonly id: string;
  readonly name: string;
  readonly permissions: bigint;
  /** Everyone may ping it. */
  readonly mentionable: boolean;
  /** Managed roles only: the bot. */
  readonly botId?: string;
}

export type ChannelKind = 'text' | 'announcement' | 'forum' | 'dm' | 'voice';

export interface ForumTag {
  readonly id: string;
  readonly name: string;
  /** Only users with the permission to manage threads may apply it. */
  readonly moderated: boolean;
}

/** A channel in its current state. */
export interface DiscordChannel {
  readonly id: string;
  /** Without #; for direct messages, the person's username. */
  readonly name: string;
  readonly kind: ChannelKind;
  readonly topic: string;
  readonly overwrites: readonly Overwrite[];
  /** Forums only. */
  readonly tags: readonly ForumTag[];
  /** Direct messages only: the person. */
  readonly recipient?: string;
  /** The id of its category. */
  readonly category?: string;
}

let count = 0;

export const guildId = seededId();
export const guildName = 'Example Docs';
/** Differs from the bot's user id, as for applications created before 2016. */
export const applicationId = seededId();
export const botUserId = seededId();
/** The bot’s token; not a secret. */
export const token = `${Buffer.from(botUserId).toString('base64url')}.Sand0x.simulated-server-no-secret-0000000000`;

const maintainerRole = seededId();
const botRole = seededId();

/** Discord's default permissions of @everyone, as far as the sandbox supports them. */
const everyonePermissions =
  Permission.viewChannel |
  Permission.sendMessages |
  Permission.readMessageHistory |
  Permission.addReactions |
  Permission.embedLinks |
  Permission.attachFiles |
  Permission.mentionEveryone |
  Permission.useApplicationCommands |
  Permission.createPublicThreads |
  Permission.sendMessagesInThreads;

/** @everyone, maintainers, and the bot's managed role. */
export const seededRoles: readonly DiscordRole[] = [
  { id: guildId, name: '@everyone', permissions: everyonePermissions, mentionable: false },
  {
    id: maintainerRole,
    name: 'Maintainer',
    permissions: everyonePermissions | Permission.manageMessages | Permission.manageThreads | Permission.manageGuild,
    mentionable: true,
  },
  { id: botRole, name: 'Docent', permissions: everyonePermissions, mentionable: false, botId: botUserId },
];

/** Four people and the bot. */
export const seededUsers: readonly DiscordUser[] = [
  person('ada', 'Ada Byron', '9f69e7'),
  person('grace', 'Grace Murray', '4bbe2e', [maintainerRole]),
  person('linus', 'Linus Berg', 'e7392d'),
  person('noor', 'Noor Visser', '3c989f'),
  {
    id: botUserId,
    name: 'docent',
    displayName: 'Docent',
    bot: true,
    roles: [botRole],
    colour: '2f6feb',
    acceptsDirectMessages: false,
  },
];

/** A form that posts through a webhook, so that it is not a member of the server. */
export const form: DiscordUser = {
  id: snowflakeAt(Date.UTC(2024, 0, 14, 9), 1),
  name: 'support-form',
  displayName: 'Support form',
  bot: true,
  roles: [],
  colour: '7a5af8',
  acceptsDirectMessages: false,
};

export const ownerId = seededUsers[0]?.id ?? '';

/** The category of the channels in which people ask. */
export const supportCategory = { id: snowflakeAt(Date.UTC(2024, 0, 14, 9), 0), name: 'Support' } as const;

/** Channels of every kind, and a direct message channel for each person. */
export const seededChannels: readonly DiscordChannel[] = [
  channel('general', 'text', 'Talk about anything'),
  { ...channel('docs-help', 'text', 'Ask anything about the documentation'), category: supportCategory.id },
  channel('no-threads', 'text', 'Docent may not open threads here', [denied(botRole, Permission.createPublicThreads)]),
  channel('read-only', 'text', 'Docent may read here, and nothing else', [
    denied(botRole, Permission.sendMessages | Permission.sendMessagesInThreads | Permission.createPublicThreads),
  ]),
  channel('maintainers', 'text', 'Docent cannot see this', [
    denied(guildId, Permission.viewChannel),
    { id: maintainerRole, kind: 'role', allow: Permission.viewChannel, deny: 0n },
  ]),
  channel('news', 'announcement', 'What is new'),
  {
    ...channel('questions', 'forum', 'One post per question'),
    category: supportCategory.id,
    tags: [
      { id: seededId(), name: 'how-to', moderated: false },
      { id: seededId(), name: 'bug', moderated: false },
      { id: seededId(), name: 'answered', moderated: true },
    ],
  },
  ...seededUsers.filter((user) => !user.bot).map((user) => ({ ...channel(user.name, 'dm', ''), recipient: user.id })),
  channel('lounge', 'voice', 'Talk, and write beside it'),
];

function seededId(): string {
  count += 1;
  return snowflakeAt(Date.UTC(2024, 0, 15, 9) + count * 86_400_000, count);
}

function person(name: string, displayName: string, colour: string, roles: readonly string[] = []): DiscordUser {
  return { id: seededId(), name, displayName, bot: false, roles, colour, acceptsDirectMessages: true };
}

function channel(
  name: string,
  kind: ChannelKind,
  topic: string,
  overwrites: readonly Overwrite[] = [],
): DiscordChannel {
  return { id: seededId(), name, kind, topic, overwrites, tags: [] };
}

function denied(roleId: string, deny: bigint): Overwrite {
  return { id: roleId, kind: 'role', allow: 0n, deny };
}
