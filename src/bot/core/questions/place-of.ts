/** In what kind of place the words of a question were said. */
import type { PlaceKind, Question } from '../model/conversation.ts';
import { strictest } from '../model/private-place.ts';
import type { Places } from '../ports/platform.ts';

/** So many look-ups fit into the time that the platforms give. */
const maxPlaces = 5;

/** undefined if the platform does not say. Never fails. */
export async function placeOf(
  { place, thread, quotedFrom = [] }: Pick<Question, 'place' | 'thread' | 'quotedFrom'>,
  places: Pick<Places, 'kindOf'>,
): Promise<PlaceKind | undefined> {
  if (quotedFrom.length > maxPlaces) return strictest(place, [undefined]);
  const [here, ...from] = await Promise.all([
    place ?? places.kindOf(thread),
    ...quotedFrom.map((other) => places.kindOf(other)),
  ]);
  return strictest(here, from);
}
