/**
 * Who is pinged by a message. In: its text, what its sender allows, what the sender may. Out: people, roles, everybody.
 * Pure. Source: developer docs "Resources: Message, Allowed Mentions", read 2026-11-21.
 */
import { mentionsIn } from './markdown.ts';

/** Kinds of mentions, as messages allow them. */
export type MentionKind = 'users' | 'roles' | 'everyone';

/** What a message may ping. */
export interface AllowedMentions {
  /** Kinds that are read from the text. */
  readonly parse: readonly MentionKind[];
  readonly users: readonly string[];
  readonly roles: readonly string[];
  /** The author of the message replied to. */
  readonly repliedUser: boolean;
}

/** Who is pinged, by id. */
export interface Mentions {
  readonly users: readonly string[];
  readonly roles: readonly string[];
  readonly everyone: boolean;
}

/** Nobody. */
export const noMentions: Mentions = { users: [], roles: [], everyone: false };

/** What holds when a message says nothing, and when an edit says nothing, whatever the message said before. */
export const permissive: AllowedMentions = {
  parse: ['users', 'roles', 'everyone'],
  users: [],
  roles: [],
  repliedUser: true,
};

/** The same for answers to interactions. */
export const onlyUsers: AllowedMentions = { ...permissive, parse: ['users'] };

/** What the right to mention everyone gives: all roles, and everybody. */
export interface Sender {
  readonly mayPingAll: boolean;
}

/** Whom there is to ping. */
export interface Known {
  readonly users: ReadonlyMap<string, unknown>;
  readonly roles: ReadonlyMap<string, { readonly mentionable: boolean }>;
  readonly guildId: string;
}

/** `repliedTo` is the author of the message replied to. */
export function mentioned(
  text: string,
  allowed: AllowedMentions,
  { mayPingAll }: Sender,
  known: Known,
  repliedTo?: string,
): Mentions {
  const tokens = mentionsIn(text);
  const users = tokens.flatMap(({ kind, id }) => (kind === 'person' && id && known.users.has(id) ? id : []));
  const roles = tokens.flatMap(({ kind, id }) => (kind === 'role' && id && id !== known.guildId ? id : []));
  const pinged = users.filter((id) => allowed.parse.includes('users') || allowed.users.includes(id));
  if (repliedTo && allowed.repliedUser) pinged.push(repliedTo);
  return {
    users: [...new Set(pinged)],
    roles: [...new Set(roles)].filter((id) => {
      const role = known.roles.get(id);
      const wanted = allowed.parse.includes('roles') || allowed.roles.includes(id);
      return role !== undefined && wanted && (role.mentionable || mayPingAll);
    }),
    everyone: mayPingAll && allowed.parse.includes('everyone') && tokens.some(({ kind }) => kind === 'broadcast'),
  };
}
