/** Whether a list such as `slack:U…, slack:S…, discord:…` names a person or one of their groups. */
import { PlatformError } from '../model/errors.ts';
import type { Person } from '../ports/handlers.ts';
import type { Platform } from '../ports/platform.ts';

/**
 * Without a platform nothing is looked up: the identities are complete. A PlatformError: the person is in none of the groups
 * that could be looked up, and one could not be. Callers that must fail closed treat it as no.
 */
export async function belongsToAny(
  person: Person,
  list: readonly string[],
  platform: Platform | undefined,
): Promise<boolean | PlatformError> {
  if (person.identities.some((identity) => list.includes(identity))) return true;
  if (!platform) return false;
  // In parallel: somebody is waiting, and platforms expect a response within seconds.
  const groups = list.filter((entry) => entry.startsWith(`${platform.name}:`));
  const memberships = await Promise.all(
    groups.map((group) => orPlatformError(async () => platform.people?.isMember(person, group) ?? false)),
  );
  return memberships.includes(true) || (memberships.find((result) => result instanceof PlatformError) ?? false);
}

/** The result of a look-up, or the PlatformError that it failed with. */
export async function orPlatformError<T>(lookUp: () => Promise<T>): Promise<T | PlatformError> {
  try {
    return await lookUp();
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
}
