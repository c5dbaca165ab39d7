/** Computes a member's permissions in a channel from roles and overwrites, as the REST API sends them. Pure. */
import { PermissionFlagsBits } from 'discord.js';

export interface RoleRights {
  readonly id: string;
  readonly permissions: string;
}

interface Overwrite {
  readonly id: string;
  readonly allow: string;
  readonly deny: string;
}

export interface ChannelRights {
  readonly id: string;
  readonly permission_overwrites?: readonly Overwrite[] | undefined;
}

export interface MemberRights {
  readonly id: string;
  /** Role ids; @everyone, whose id is the server's own, is implied. */
  readonly roles: readonly string[];
}

/** The permissions that Docent needs in a channel, by their names in Discord's settings. */
export const neededRights: Readonly<Record<string, bigint>> = {
  'View Channel': PermissionFlagsBits.ViewChannel,
  'Read Message History': PermissionFlagsBits.ReadMessageHistory,
  'Send Messages': PermissionFlagsBits.SendMessages,
  'Create Public Threads': PermissionFlagsBits.CreatePublicThreads,
  'Send Messages in Threads': PermissionFlagsBits.SendMessagesInThreads,
};

/** Source: developer docs "Topics: Permissions, Permission Overwrites", read 2026-11-22. */
export function rightsIn(
  { permission_overwrites = [] }: ChannelRights,
  member: MemberRights,
  roles: readonly RoleRights[],
  guildId: string,
): bigint {
  const own = roles.filter(({ id }) => id === guildId || member.roles.includes(id));
  const base = own.reduce((sum, { permissions }) => sum | BigInt(permissions), 0n);
  if ((base & PermissionFlagsBits.Administrator) !== 0n) return ~0n;
  const apply = (rights: bigint, ids: readonly string[]): bigint => {
    const overwrites = permission_overwrites.filter(({ id }) => ids.includes(id));
    const denied = overwrites.reduce((sum, { deny }) => sum | BigInt(deny), 0n);
    const allowed = overwrites.reduce((sum, { allow }) => sum | BigInt(allow), 0n);
    return (rights & ~denied) | allowed;
  };
  return apply(apply(apply(base, [guildId]), member.roles), [member.id]);
}

/** The names of the needed permissions that are missing. */
export function missingRights(rights: bigint): readonly string[] {
  return Object.keys(neededRights).filter((name) => (rights & (neededRights[name] ?? 0n)) === 0n);
}
