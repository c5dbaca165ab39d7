/**
 * Code spans: from a run of backticks to the next run of the same length in the same paragraph. In: Markdown. Out: where each
 * span ends, or the text with changes outside of them. Pure. All runs are read once, from the end: searching for an end from
 * each run would take quadratic time.
 */

const runOrParagraphEnd = /`+|\n\s*\n/g;

/** By the start of each span, the position after it. Other runs start no span: their backticks are text. */
export function codeSpanEnds(source: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  /** By length of a run, where the next such run in this paragraph ends. */
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

/** The code spans in order, from the first backtick to the position after the last. */
export function codeSpans(source: string): readonly (readonly [start: number, end: number])[] {
  const spans: (readonly [start: number, end: number])[] = [];
  let at = 0;
  for (const [start, end] of [...codeSpanEnds(source)].sort(([a], [b]) => a - b)) {
    const isWholeRun = source[start - 1] !== '`';
    const isEscaped = source[start - (isWholeRun ? 1 : 2)] === '\\';
    // The run that ends a span would begin one with the next run.
    if (start < at || isWholeRun === isEscaped) continue;
    spans.push([start, end]);
    at = end;
  }
  return spans;
}

/**
 * Replaces each match outside of code spans. `pattern` must be global and match runs of backticks, too, which are not
 * replaced.
 */
export function replaceOutsideCode(text: string, pattern: RegExp, replace: (found: RegExpExecArray) => string): string {
  const ends = codeSpanEnds(text);
  let replaced = '';
  let at = 0;
  for (;;) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) return replaced + text.slice(at);
    const [whole] = found;
    const end = (whole.startsWith('`') ? ends.get(found.index) : undefined) ?? found.index + whole.length;
    replaced += text.slice(at, found.index) + (whole.startsWith('`') ? text.slice(found.index, end) : replace(found));
    at = end;
  }
}

/** Code in a sentence. */
export function codeSpan(text: string): string {
  const code = text.replace(/\s+/g, ' ').trim();
  if (code === '') return '';
  const runs = code.match(/`+/g) ?? [];
  if (runs.length === 0) return `\`${code}\``;
  const mark = '`'.repeat(Math.min(20, Math.max(...runs.slice(0, 1_000).map((run) => run.length)) + 1));
  return `${mark} ${code} ${mark}`;
}
