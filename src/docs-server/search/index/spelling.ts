/**
 * Slips of the keyboard. In: a word that the docs do not use, the words that they use, and how often. Out: the nearest of these. Pure.
 */

const maxCorrections = 2;

/** Words at most one edit away, two for long words, that begin alike; the nearest first, then the most used. */
export function nearest(word: string, vocabulary: Iterable<string>, uses: (word: string) => number): readonly string[] {
  const allowed = word.length > 7 ? 2 : 1;
  const found = new Map<string, { readonly word: string; readonly away: number; readonly used: number }>();
  for (const other of vocabulary) {
    if (Math.abs(other.length - word.length) > allowed || other.charAt(0) !== word.charAt(0)) continue;
    const away = distance(word, other, allowed);
    if (away <= allowed) found.set(other, { word: other, away, used: uses(other) });
  }
  const used = [...found.values()].filter((each) => each.used > 0);
  used.sort((a, b) => a.away - b.away || b.used - a.used);
  return used.slice(0, maxCorrections).map((each) => each.word);
}

/** Edits between two words, a swap of neighbours being one; more than `most` is told as `most + 1`. */
function distance(a: string, b: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a.charAt(i - 1) === b.charAt(j - 1);
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a.charAt(i - 1) === b.charAt(j - 2) && a.charAt(i - 2) === b.charAt(j - 1);
      if (swapped) edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      row.push(edits);
    }
    if (Math.min(...row) > most) return most + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}
