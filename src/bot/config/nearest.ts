/** Finds the known name that a mistyped one most resembles. */
import { editDistance } from '../../kit/base/edit-distance.ts';

/** The maximum number of wrong, missing, surplus or swapped letters. */
const maxDistance = 2;

/** Returns undefined if the name resembles none of them: of the shorter one, some letter must be right. */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: editDistance(name, candidate, maxDistance) }))
    .filter(({ candidate, edits }) => edits <= maxDistance && edits < Math.min(name.length, candidate.length))
    .toSorted((a, b) => a.edits - b.edits);
  return nearest?.candidate;
}
