/**
 * Looks up people's names, and whether a person has a role in a server. Needed only if the event did not include them:
 * backfilled messages have no roles.
 */
import { RequestMethod, Routes } from 'discord.js';
import { createLookUps } from '../../../../../kit/base/bounded-cache.ts';
import type { Clock } from '../../../../../kit/base/clock.ts';
import { rightsLastMs } from '../../../../core/model/conversation.ts';
import { PlatformError } from '../../../../core/model/errors.ts';
import type { Person } from '../../../../core/ports/handlers.ts';
import type { Api } from '../../connection/rest.ts';
import type { Person as NativePerson } from '../../native-events.ts';
import { readObject } from '../../read-json.ts';

const maxKept = 1_000;

/** `group`: `discord:<role>`. Fails with PlatformError. */
export function createMembership(api: Api, clock: Clock): (person: Person, group: string) => Promise<boolean> {
  const lookUp = createLookUps<readonly string[]>(clock, { max: maxKept, keptMs: rightsLastMs });

  return async ({ identities, thread: { installation: server } }, group) => {
    const [user = ''] = identities.map((identity) => identity.replace('discord:', ''));
    if (server === '@me') return false;
    const roles = await lookUp(`${server} ${user}`, () => rolesOf(server, user));
    return roles.includes(group.replace('discord:', ''));
  };

  async function rolesOf(server: string, user: string): Promise<readonly string[]> {
    const member = await api.call(RequestMethod.Get, Routes.guildMember(server, user));
    return readObject<{ readonly roles?: readonly string[] }>(member).roles ?? [];
  }
}

/** `person`: `discord:<user>`. undefined if Discord does not answer. */
export async function nameOf(api: Api, person: string): Promise<string | undefined> {
  try {
    const user = readObject<Partial<NativePerson>>(
      await api.call(RequestMethod.Get, Routes.user(person.replace('discord:', ''))),
    );
    return user.global_name ?? user.username;
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}
