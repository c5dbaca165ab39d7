/**
 * Spelling correction. In: a word that the docs do not use, and the words that they use, with their frequency. Out: the
 * nearest of these. Pure apart from its buffers.
 */

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
      const away = distance(word, other, allowed);
      if (away <= allowed) found.set(other, { word: other, away, used: uses(other) });
    }
  }
  const candidates = [...found.values()].filter(({ used }) => used > 0);
  candidates.sort((a, b) => a.away - b.away || b.used - a.used);
  return candidates.slice(0, maxCorrections).map((candidate) => candidate.word);
}

/** Rows of the distance matrix: the current one and the two before it. Words have at most sixty letters. */
let [row, last, before] = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)];

/**
 * The edit distance of two words, with swaps of adjacent letters (optimal string alignment); `most + 1` if it is more than
 * `most`.
 */
function distance(a: string, b: string, most: number): number {
  if (Math.max(a.length, b.length) >= row.length) return most + 1;
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    const letter = a.charCodeAt(i - 1);
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1);
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (letter === other ? 0 : 1));
      const isSwap = i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other;
      if (isSwap) edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      row[j] = edits;
      if (edits < least) least = edits;
    }
    if (least > most) return most + 1;
    [before, last, row] = [last, row, before];
  }
  return last[b.length] ?? most + 1;
}
