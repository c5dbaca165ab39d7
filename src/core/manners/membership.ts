/** Whether a person is named in a list such as `slack:U…, slack:S…, discord:…`, or belongs to a group that is. */
import { PlatformError } from '../model/errors.ts';
import type { Person } from '../ports/handlers.ts';
import type { Platform } from '../ports/platform.ts';

/**
 * Without a platform, nothing is looked up: the identities are all that there are. A PlatformError: no group is known to have
 * the person, and one could not be looked up. Callers that must not err treat it as no.
 */
export async function belongsToAny(
  person: Person,
  list: readonly string[],
  platform: Platform | undefined,
): Promise<boolean | PlatformError> {
  if (person.identities.some((each) => list.includes(each))) return true;
  if (!platform) return false;
  // All at once: somebody waits for the answer, which a platform wants within seconds.
  const groups = list.filter((entry) => entry.startsWith(`${platform.name}:`));
  const memberships = await Promise.all(
    groups.map((group) => orRefusal(async () => platform.isMember?.(person, group) ?? false)),
  );
  return memberships.includes(true) || (memberships.find((each) => each instanceof PlatformError) ?? false);
}

/** A look-up's value, or why the platform gave none. */
export async function orRefusal<T>(lookUp: () => Promise<T>): Promise<T | PlatformError> {
  try {
    return await lookUp();
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
}
