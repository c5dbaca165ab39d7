/**
 * Who people are: their names, and which group they belong to. In: ids. Out: what Slack says of them, remembered for a
 * while. Effects: asks Slack, at most a second each time, because somebody waits for an answer meanwhile.
 */
import type { Clock } from '../../../base/clock.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { WebApi } from '../connection/web-api.ts';
import { insertNames, usersIn } from './inbound-text.ts';

export interface People {
  /** A text with the people whom it mentions by their names, as far as Slack tells them in time. Never fails. */
  named(text: string): Promise<string>;
  /** The ids of a user group's members. Fails with PlatformError. */
  members(group: string): Promise<readonly string[]>;
}

const namesLastMs = 60 * 60_000;
const unknownLastsMs = 60_000;
const membersLastMs = 5 * 60_000;
/** More names than this in one message are not looked up; more in all are not remembered. */
const maxLookUps = 10;
const maxRemembered = 5_000;

interface Remembered<T> {
  readonly value: T;
  readonly until: number;
}

export function createPeople(api: WebApi, clock: Clock): People {
  const known = new Map<string, Remembered<string | undefined>>();
  const groups = new Map<string, Remembered<readonly string[]>>();
  return { named, members };

  async function named(text: string): Promise<string> {
    const ids = usersIn(text).slice(0, maxLookUps);
    const found = await Promise.all(ids.map(async (id) => [id, await nameOf(id)] as const));
    return insertNames(text, new Map(found.filter((each): each is readonly [string, string] => each[1] !== undefined)));
  }

  async function nameOf(id: string): Promise<string | undefined> {
    const there = known.get(id);
    if (there && there.until > clock.now()) return there.value;
    const value = await ask(id);
    if (known.size >= maxRemembered) known.clear();
    known.set(id, { value, until: clock.now() + (value === undefined ? unknownLastsMs : namesLastMs) });
    return value;
  }

  async function ask(id: string): Promise<string | undefined> {
    try {
      const { user } = await api.attemptQuickly((client) => client.users.info({ user: id }));
      return user?.profile?.display_name || user?.profile?.real_name || user?.name;
    } catch (error) {
      // A question is worth more than a name in it.
      if (error instanceof PlatformError) return undefined;
      throw error;
    }
  }

  async function members(group: string): Promise<readonly string[]> {
    const there = groups.get(group);
    if (there && there.until > clock.now()) return there.value;
    const { users = [] } = await api.attemptQuickly((client) => client.usergroups.users.list({ usergroup: group }));
    groups.set(group, { value: users, until: clock.now() + membersLastMs });
    return users;
  }
}
