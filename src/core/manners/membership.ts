/** Whether a person is named in a list such as `slack:U…, slack:S…, discord:…`, or belongs to a group that is. Fails closed. */
import { PlatformError } from '../model/errors.ts';
import type { Person, Platform } from '../ports/platform.ts';

/** Without a platform, nothing is looked up: the identities are all that there are. */
export async function belongsToAny(
  person: Person,
  list: readonly string[],
  platform: Platform | undefined,
): Promise<boolean> {
  if (person.identities.some((each) => list.includes(each))) return true;
  if (!platform) return false;
  // All at once: somebody waits for the answer, which a platform wants within seconds.
  const groups = list.filter((entry) => entry.startsWith(`${platform.name}:`));
  const memberships = await Promise.all(groups.map((group) => belongs(platform, person, group)));
  return memberships.includes(true);
}

async function belongs(platform: Platform, person: Person, entry: string): Promise<boolean> {
  try {
    return (await platform.isMember?.(person, entry)) ?? false;
  } catch (error) {
    if (error instanceof PlatformError) return false;
    throw error;
  }
}
