/**
 * Spelling correction. In: a word that the docs do not use, and the words that they use, with their frequency. Out: the
 * nearest of these. Pure.
 */

import { editDistance } from '../../../kit/base/edit-distance.ts';

const maxCorrections = 2;

/** Words with the same first letter at most one edit away, two for long words; the nearest first, then the most used. */
export function nearest(
  word: string,
  vocabularies: readonly Iterable<string>[],
  uses: (word: string) => number,
): readonly string[] {
  const allowed = word.length > 7 ? 2 : 1;
  const found = new Map<string, { readonly word: string; readonly away: number; readonly used: number }>();
  const first = word.charCodeAt(0);
  for (const vocabulary of vocabularies) {
    for (const other of vocabulary) {
      if (other.charCodeAt(0) !== first || Math.abs(other.length - word.length) > allowed) continue;
      const away = editDistance(word, other, allowed);
      if (away <= allowed) found.set(other, { word: other, away, used: uses(other) });
    }
  }
  const candidates = [...found.values()].filter(({ used }) => used > 0);
  candidates.sort((a, b) => a.away - b.away || b.used - a.used);
  return candidates.slice(0, maxCorrections).map((candidate) => candidate.word);
}
