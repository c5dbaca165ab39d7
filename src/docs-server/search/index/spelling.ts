/**
 * Spelling correction. In: a word that the docs do not use, the words that they use, and how often. Out: the nearest of
 * these. Pure.
 */

const maxCorrections = 2;

/** Words at most one edit away, two for long words, that begin alike; the nearest first, then the most used. */
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
  const used = [...found.values()].filter((each) => each.used > 0);
  used.sort((a, b) => a.away - b.away || b.used - a.used);
  return used.slice(0, maxCorrections).map((each) => each.word);
}

/** Rows of the table of distances: the one that is worked out, and the two before. Words have at most sixty letters. */
let [row, last, before] = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)];

/**
 * Edits between two words, a swap of neighbours being one (optimal string alignment); more than `most` is returned as `most +
 * 1`.
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
