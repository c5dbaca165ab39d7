/**
 * Spelling correction. In: a word that the docs do not use, and the words that they use, with their frequency. Out: the
 * nearest of these. Pure.
 */

import { editDistance } from '../../../kit/base/edit-distance.ts';

export const maxCorrections = 2;

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

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * The words one edit away that begin with the same letter: letters swapped, left out, wrong or too many. Compared as they are
 * written, since the stem of a misspelt word may be quite another one. Source: Norvig, "How to Write a Spelling Corrector", 2007.
 */
export function editsOf(word: string): readonly string[] {
  if (!/^[a-z]{5,24}$/.test(word)) return [];
  const cuts = Array.from({ length: word.length }, (_, at) => [word.slice(0, at + 1), word.slice(at + 1)] as const);
  const inside = cuts.filter(([, after]) => after !== '');
  return [
    ...inside.map(([before, after]) => `${before}${after[1] ?? ''}${after[0] ?? ''}${after.slice(2)}`),
    ...cuts.flatMap(([before, after]) => letters.map((letter) => before + letter + after)),
    ...inside.flatMap(([before, after]) => letters.map((letter) => before + letter + after.slice(1))),
    ...inside.map(([before, after]) => before + after.slice(1)),
  ];
}
