/** Resolves whom a message pings. Pure. Source: developer docs "Resources: Message, Allowed Mentions", read 2026-11-21. */
import { mentionsIn } from './markdown.ts';

export type MentionKind = 'users' | 'roles' | 'everyone';

/** The `allowed_mentions` of a message. */
export interface AllowedMentions {
  /** Kinds parsed from the text. */
  readonly parse: readonly MentionKind[];
  readonly users: readonly string[];
  readonly roles: readonly string[];
  /** Whether to ping the author of the message replied to. */
  readonly repliedUser: boolean;
}

/** Those who are pinged, by id. */
export interface Mentions {
  readonly users: readonly string[];
  readonly roles: readonly string[];
  readonly everyone: boolean;
}

export const noMentions: Mentions = { users: [], roles: [], everyone: false };

/** The default for messages, and for edits, whatever the message allowed before. */
export const defaultAllowedMentions: AllowedMentions = {
  parse: ['users', 'roles', 'everyone'],
  users: [],
  roles: [],
  repliedUser: true,
};

/** The default for interaction responses. */
export const interactionAllowedMentions: AllowedMentions = { ...defaultAllowedMentions, parse: ['users'] };

/** `mayPingAll`: has the permission to mention everyone and all roles. */
export interface Sender {
  readonly mayPingAll: boolean;
}

export interface MentionTargets {
  readonly users: ReadonlyMap<string, unknown>;
  readonly roles: ReadonlyMap<string, { readonly mentionable: boolean }>;
  readonly guildId: string;
}

/** `repliedTo`: the author of the message replied to. */
export function resolveMentions(
  text: string,
  allowed: AllowedMentions,
  { mayPingAll }: Sender,
  known: MentionTargets,
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
