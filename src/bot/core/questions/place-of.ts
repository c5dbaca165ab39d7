/** In what kind of place the words of a question were said. */
import type { PlaceKind, Question } from '../model/conversation.ts';
import { strictest } from '../model/private-place.ts';
import type { Platform } from '../ports/platform.ts';

/** So many look-ups fit into the time that the platforms give. */
const maxPlaces = 5;

/** undefined if the platform does not say. Never fails. */
export async function placeOf(
  { place, thread, quotedFrom = [] }: Pick<Question, 'place' | 'thread' | 'quotedFrom'>,
  platform: Pick<Platform, 'placeKind'>,
): Promise<PlaceKind | undefined> {
  if (quotedFrom.length > maxPlaces) return strictest(place, [undefined]);
  const [here, ...from] = await Promise.all([
    place ?? platform.placeKind(thread),
    ...quotedFrom.map((other) => platform.placeKind(other)),
  ]);
  return strictest(here, from);
}
