/**
 * Looks up people's names and the members of user groups in Slack. A look-up takes at most a second, because a user is waiting
 * for an answer, and its result is cached for a while.
 */

import type { UsersInfoResponse } from '@slack/web-api';
import { BoundedCache, createLookUps } from '../../../../kit/base/bounded-cache.ts';
import type { Clock } from '../../../../kit/base/clock.ts';
import { stringAt } from '../../../../kit/base/json.ts';
import { rightsLastMs } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Membership } from '../../../core/ports/platform.ts';
import type { WebApi } from '../connection/web-api.ts';
import type { Self } from './events.ts';
import { insertNames, usersIn } from './inbound-text.ts';

export interface People {
  /** Replaces mentions by names, as far as Slack returns them in time. Never fails. */
  resolveNames(text: string): Promise<string>;
  /** undefined when Slack does not return it in time. */
  nameOf(id: string): Promise<string | undefined>;
  /** The user's Slack locale, such as `pt-BR`; undefined when Slack does not return it in time. */
  localeOf(id: string): Promise<string | undefined>;
  /** Whether the user is an admin or owner of that workspace, not of another one; false when Slack does not say in time. */
  isAdmin(id: string, of: Home): Promise<boolean>;
  /** The ids of a user group's members; `team`: the group's workspace. Fails with PlatformError. */
  members(group: string, team?: string): Promise<readonly string[]>;
  /** The ids of an organisation member's workspaces; empty for other users. Fails with PlatformError. */
  teamsOf(user: string): Promise<readonly string[]>;
  /** The ids of the private channels that a user and the bot are in. Fails with PlatformError. */
  privateChannelsOf(user: string): Promise<ReadonlySet<string>>;
  /** The user's membership in a workspace. Fails with PlatformError. */
  membershipOf(user: string, to: Home): Promise<Membership>;
}

type Home = Pick<Self, 'teamId' | 'organisation'>;

const nameTtlMs = 60 * 60_000;
const unknownTtlMs = 60_000;
/** At most this many names are looked up per message. */
const maxLookUps = 10;
const maxNames = 5_000;
const maxGroups = 100;
/** Pages of channels that are read of one user, each as large as Slack recommends. */
const maxPages = 10;
const pageSize = 200;

type User = UsersInfoResponse['user'];

/** A look-up of one user, pending or finished. */
interface LookUp {
  readonly user: Promise<User>;
  readonly at: number;
  hasFailed: boolean;
}

export function createPeople(api: WebApi, clock: Clock): People {
  const lookUps = new BoundedCache<string, LookUp>(maxNames);
  const lookUpMembers = createLookUps<readonly string[]>(clock, { max: maxGroups, keptMs: rightsLastMs });

  const lookUpChannels = createLookUps<ReadonlySet<string>>(clock, { max: maxGroups, keptMs: rightsLastMs });

  return {
    nameOf,
    localeOf: async (id) => (await knownUser(id))?.locale,
    async isAdmin(id, of) {
      const user = await orUndefined(userOf(id, 0, 0));
      return (user?.is_admin === true || user?.is_owner === true) && kindOf(user, of) === 'member';
    },
    async resolveNames(text) {
      const ids = usersIn(text).slice(0, maxLookUps);
      const found = await Promise.all(ids.map(async (id) => [id, await nameOf(id)] as const));
      return insertNames(text, new Map(found.flatMap(([id, name]) => (name === undefined ? [] : [[id, name]]))));
    },

    members: (group, team) =>
      lookUpMembers(`${team}/${group}`, async () => {
        const named = { usergroup: group, ...(team !== undefined && { team_id: team }) };
        const { users = [] } = await api.attemptQuickly((client) => client.usergroups.users.list(named));
        return users;
      }),
    privateChannelsOf: (user) => lookUpChannels(user, () => privateChannelsOf(user, api)),
    teamsOf: async (id) => (await userOf(id, 0, 0))?.enterprise_user?.teams ?? [],
    membershipOf: async (id, to) => toMembership(await userOf(id, rightsLastMs, 0), to),
  };

  async function nameOf(id: string): Promise<string | undefined> {
    return nameIn(await knownUser(id));
  }

  function knownUser(id: string): Promise<User> {
    return orUndefined(userOf(id, nameTtlMs, unknownTtlMs));
  }

  /**
   * Concurrent look-ups of one user share one call. A result is cached for `knownMs`, a failure for `failedMs`. Fails with
   * PlatformError.
   */
  function userOf(id: string, knownMs: number, failedMs: number): Promise<User> {
    const cached = lookUps.get(id);
    if (cached && clock.now() - cached.at < (cached.hasFailed ? failedMs : knownMs)) return cached.user;
    const user = lookUp(id);
    const fresh: LookUp = { user, at: clock.now(), hasFailed: false };
    lookUps.set(id, fresh);
    user.catch(() => {
      fresh.hasFailed = true;
    });
    return user;
  }

  async function lookUp(id: string): Promise<User> {
    return (await api.attemptQuickly((client) => client.users.info({ user: id, include_locale: true }))).user;
  }
}

/** Of more channels than fit on these pages, the others count as not the user's. */
async function privateChannelsOf(user: string, api: WebApi): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const asked = { user, types: 'private_channel', limit: pageSize, ...(cursor && { cursor }) };
    const { channels = [], response_metadata } = await api.attempt((client) => client.users.conversations(asked));
    for (const { id } of channels) if (id !== undefined) found.add(id);
    cursor = response_metadata?.next_cursor;
    if (!cursor) break;
  }
  return found;
}

/** undefined on failure: a question matters more than the names in it, and no user is an admin by default. */
async function orUndefined(user: Promise<User>): Promise<User> {
  try {
    return await user;
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}

/** The first name that is a text and not blank. */
function nameIn(user: User): string | undefined {
  const { profile } = user ?? {};
  return stringAt(profile, 'display_name') ?? stringAt(profile, 'real_name') ?? stringAt(user, 'name');
}

/** Source: docs.slack.dev reference/objects/user-object, 2026-11-22. */
function toMembership(user: User, to: Home): Membership {
  const name = nameIn(user);
  return { kind: kindOf(user, to), ...(name && { name }) };
}

function kindOf(user: User, { teamId: team, organisation }: Home): Membership['kind'] {
  if (!user || user.deleted) return 'deactivated';
  if (user.is_bot || user.is_workflow_bot) return 'bot';
  // Members of any workspace are members of the whole organisation.
  const isOurs = organisation !== undefined && user.enterprise_user?.enterprise_id === organisation;
  const isForeign = team !== undefined && user.team_id !== undefined && user.team_id !== team && !isOurs;
  if (user.is_stranger || isForeign) return 'stranger';
  return user.is_restricted || user.is_ultra_restricted || user.is_invited_user ? 'guest' : 'member';
}
