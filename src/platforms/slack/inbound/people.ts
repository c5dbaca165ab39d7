/**
 * Names of people and members of user groups, as Slack knows them. Each look-up takes at most a second, because somebody
 * waits for an answer meanwhile, and is remembered for a while.
 */
import { BoundedCache } from '../../../base/bounded-cache.ts';
import type { Clock } from '../../../base/clock.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { WebApi } from '../connection/web-api.ts';
import { insertNames, usersIn } from './inbound-text.ts';

export interface People {
  /** The text with names in place of mentions, as far as Slack gives them in time. Never fails. */
  resolveNames(text: string): Promise<string>;
  /** The ids of a user group's members. Fails with PlatformError. */
  members(group: string): Promise<readonly string[]>;
}

const nameTtlMs = 60 * 60_000;
const unknownTtlMs = 60_000;
const membersTtlMs = 5 * 60_000;
/** More names than this in one message are not looked up. */
const maxLookUps = 10;
const maxNames = 5_000;
const maxGroups = 100;

interface Cached<T> {
  readonly value: T;
  readonly until: number;
}

export function createPeople(api: WebApi, clock: Clock): People {
  const names = new BoundedCache<string, Cached<string | undefined>>(maxNames);
  const groups = new BoundedCache<string, Cached<readonly string[]>>(maxGroups);

  return {
    async resolveNames(text) {
      const ids = usersIn(text).slice(0, maxLookUps);
      const found = await Promise.all(ids.map(async (id) => [id, await nameOf(id)] as const));
      return insertNames(text, new Map(found.flatMap(([id, name]) => (name === undefined ? [] : [[id, name]]))));
    },

    async members(group) {
      const cached = groups.get(group);
      if (cached && cached.until > clock.now()) return cached.value;
      const { users = [] } = await api.attemptQuickly((client) => client.usergroups.users.list({ usergroup: group }));
      groups.set(group, { value: users, until: clock.now() + membersTtlMs });
      return users;
    },
  };

  async function nameOf(id: string): Promise<string | undefined> {
    const cached = names.get(id);
    if (cached && cached.until > clock.now()) return cached.value;
    const value = await lookUp(id);
    names.set(id, { value, until: clock.now() + (value === undefined ? unknownTtlMs : nameTtlMs) });
    return value;
  }

  async function lookUp(id: string): Promise<string | undefined> {
    try {
      const { user } = await api.attemptQuickly((client) => client.users.info({ user: id }));
      return user?.profile?.display_name || user?.profile?.real_name || user?.name;
    } catch (error) {
      // A question is worth more than a name in it.
      if (error instanceof PlatformError) return undefined;
      throw error;
    }
  }
}
