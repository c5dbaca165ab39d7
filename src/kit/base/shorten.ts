/** Cuts text that people see: never inside a grapheme cluster, so no half emoji, accent or surrogate pair is left. */

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** No real cluster is longer, in UTF-16 code units. */
const maxCluster = 64;

/** The start of the grapheme cluster that the offset is in; the offset itself within a longer run of marks. Constant time. */
export function clusterStart(text: string, offset: number): number {
  const base = Math.max(0, offset - maxCluster);
  const cluster = graphemes.segment(text.slice(base, offset + maxCluster)).containing(offset - base);
  if (cluster && cluster.index > 0) return base + cluster.index;
  return /^[\udc00-\udfff]/.test(text.slice(offset, offset + 1)) ? offset - 1 : offset;
}

/** The first `maxChars` UTF-16 code units at most. */
export function headOf(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  if (maxChars > maxCluster) return text.slice(0, clusterStart(text, maxChars));
  const first = [...graphemes.segment(text.slice(0, 2 * maxCluster))].findLast(({ index }) => index <= maxChars);
  return text.slice(0, first?.index ?? 0);
}

/** The text, or its head and `…`, together at most `maxChars` UTF-16 code units; at the end of a word if one is near. */
export function shorten(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const head = headOf(text, maxChars - 1);
  const word = head.lastIndexOf(' ');
  return `${(word > maxChars * 0.7 ? head.slice(0, word) : head).trimEnd()}…`;
}
