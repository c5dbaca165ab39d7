/** Damerau-Levenshtein distance (optimal string alignment). Pure apart from its buffers. */

/** Rows of the distance matrix: the current one and the two before it. Longer words than these resemble nothing. */
let [row, last, before] = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)];

/**
 * The edit distance of two words, with swaps of adjacent letters (optimal string alignment); `most + 1` if it is more than
 * `most`.
 */
export function editDistance(a: string, b: string, most: number): number {
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
