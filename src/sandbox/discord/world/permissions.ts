/**
 * Computes permissions from roles and channel overwrites. Pure. Source: developer docs "Topics: Permissions", read
 * 2026-11-21.
 */
/** What a channel allows and denies to a role or member. */
export interface Overwrite {
  readonly id: string;
  readonly kind: 'role' | 'member';
  readonly allow: bigint;
  readonly deny: bigint;
}

interface Member {
  readonly id: string;
  readonly bot: boolean;
  readonly roles: readonly string[];
}

interface Place {
  readonly kind: string;
  readonly overwrites: readonly Overwrite[];
  readonly recipient?: string;
}

/** The permission bits that the sandbox supports. */
export const Permission = {
  administrator: 1n << 3n,
  manageChannels: 1n << 4n,
  manageGuild: 1n << 5n,
  addReactions: 1n << 6n,
  viewChannel: 1n << 10n,
  sendMessages: 1n << 11n,
  manageMessages: 1n << 13n,
  embedLinks: 1n << 14n,
  attachFiles: 1n << 15n,
  readMessageHistory: 1n << 16n,
  mentionEveryone: 1n << 17n,
  useApplicationCommands: 1n << 31n,
  manageThreads: 1n << 34n,
  createPublicThreads: 1n << 35n,
  createPrivateThreads: 1n << 36n,
  sendMessagesInThreads: 1n << 38n,
} as const;

export type PermissionName = keyof typeof Permission;

export function has(permissions: bigint, permission: PermissionName): boolean {
  return (permissions & Permission[permission]) !== 0n;
}

const all = Object.values(Permission).reduce((sum, bit) => sum | bit, 0n);
const inDirectMessages =
  Permission.viewChannel |
  Permission.sendMessages |
  Permission.readMessageHistory |
  Permission.addReactions |
  Permission.embedLinks |
  Permission.attachFiles |
  Permission.useApplicationCommands;

export interface Membership {
  readonly guildId: string;
  readonly ownerId: string;
  readonly roles: ReadonlyMap<string, { readonly permissions: bigint }>;
}

/** Server-wide permissions, before overwrites. */
export function permissionsOf(guild: Membership, user: Member): bigint {
  if (user.id === guild.ownerId) return all;
  const granted = [guild.guildId, ...user.roles].reduce(
    (sum, role) => sum | (guild.roles.get(role)?.permissions ?? 0n),
    0n,
  );
  return granted & Permission.administrator ? all : granted;
}

/** Permissions in a channel; threads have those of their channel. */
export function permissionsIn(guild: Membership, channel: Place, user: Member): bigint {
  if (channel.kind === 'dm') return channel.recipient === user.id || user.bot ? inDirectMessages : 0n;
  const base = permissionsOf(guild, user);
  if (base === all) return all;
  const roles = channel.overwrites.filter(
    (overwrite) => overwrite.kind === 'role' && user.roles.includes(overwrite.id),
  );
  let permissions = apply(
    base,
    channel.overwrites.filter((overwrite) => overwrite.id === guild.guildId),
  );
  permissions = apply(permissions, roles);
  permissions = apply(
    permissions,
    channel.overwrites.filter((overwrite) => overwrite.kind === 'member' && overwrite.id === user.id),
  );
  return permissions & Permission.viewChannel ? permissions : 0n;
}

function apply(permissions: bigint, overwrites: readonly Overwrite[]): bigint {
  const denied = overwrites.reduce((sum, overwrite) => sum | overwrite.deny, 0n);
  const allowed = overwrites.reduce((sum, overwrite) => sum | overwrite.allow, 0n);
  return (permissions & ~denied) | allowed;
}
