/** Proximity of query words in a text. In: stem numbers of texts. Out: the proximity score. Pure. */

/** A word of the question. */
export interface QueryTerm {
  /** Position in the question. */
  readonly at: number;
  readonly weight: number;
}

/** Words further apart in the text are not related. */
const maxBetween = 6;
/** Words of the question form a pair if they are adjacent or have one word between them. */
const maxApart = 2;

/**
 * Sums over pairs of the question how close they are in a text: the lesser of their weights if they are adjacent, less with
 * each word between. Words of different texts are never close.
 */
export function proximity(texts: readonly Int32Array[], sought: ReadonlyMap<number, QueryTerm>): number {
  const best = new Map<string, number>();
  for (const text of texts) collectPairs(text, sought, best);
  return [...best.values()].reduce((sum, score) => sum + score, 0);
}

function collectPairs(text: Int32Array, sought: ReadonlyMap<number, QueryTerm>, best: Map<string, number>): void {
  let before: readonly { readonly sought: QueryTerm; readonly place: number }[] = [];
  for (let place = 0; place < text.length; place++) {
    const word = sought.get(text[place] ?? -1);
    if (!word) continue;
    before = before.filter((earlier) => place - earlier.place - 1 <= maxBetween);
    for (const { sought: other, place: otherPlace } of before) {
      const apart = Math.abs(word.at - other.at);
      if (apart === 0 || apart > maxApart) continue;
      const closeness = (apart === 1 ? 1 : 0.7) / (1 + 0.2 * (place - otherPlace - 1));
      const pair = `${Math.min(word.at, other.at)} ${apart}`;
      best.set(pair, Math.max(best.get(pair) ?? 0, closeness * Math.min(word.weight, other.weight)));
    }
    before = [...before, { sought: word, place }];
  }
}
