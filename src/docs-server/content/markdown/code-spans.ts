/**
 * Code spans: a run of backticks and the next run of the same length in the same paragraph. In: Markdown. Out: where each
 * span ends. Pure. All runs are read once, from the end: looking for the end from each run would take time without bound.
 */

const runOrParagraphEnd = /`+|\n\s*\n/g;

/** By the position where a span starts, the position after it. A run that is not in it starts none: its backticks are text. */
export function codeSpanEnds(source: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  /** By length, where the next run of this paragraph ends. */
  const next = new Map<number, number>();
  for (const { index, 0: found } of [...source.matchAll(runOrParagraphEnd)].reverse()) {
    if (found.startsWith('\n')) {
      next.clear();
      continue;
    }
    const { length } = found;
    // The first backtick may be escaped; then a shorter run starts after it.
    for (const skipped of [0, 1]) {
      const end = next.get(length - skipped);
      if (end !== undefined) ends.set(index + skipped, end);
    }
    next.set(length, index + length);
  }
  return ends;
}
