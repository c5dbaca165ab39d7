/** Finds the known name that a mistyped one most resembles. */
import { distance } from 'fastest-levenshtein';

/** The maximum number of wrong, missing or surplus letters. */
const maxDistance = 2;

/** Returns undefined if the name resembles none of them. */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: distance(name, candidate) }))
    .filter(({ candidate, edits }) => edits <= maxDistance && edits < Math.max(name.length, candidate.length))
    .toSorted((a, b) => a.edits - b.edits);
  return nearest?.candidate;
}
