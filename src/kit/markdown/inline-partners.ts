/**
 * Finds where the code spans, brackets and comments of a paragraph are closed. One pass over the text finds all of a kind, so
 * the cost is linear even if many are opened and never closed. Pure.
 */

/** Looks up closing delimiters by their opening ones. */
export interface Partners {
  /** The end of the first run of `length` backticks at or after `from`. */
  codeEnd(from: number, length: number): number | undefined;
  /** The bracket that closes the one at the offset; undefined if it is missing or too far away. */
  closingBracket(at: number, maxDistance: number): number | undefined;
  /** The end of the first `-->` at or after `from`, which must not decrease from call to call. */
  commentEnd(from: number): number | undefined;
}

export function createPartners(text: string): Partners {
  let runs: ReadonlyMap<number, readonly number[]> | undefined;
  let brackets: ReadonlyMap<number, number> | undefined;
  let comment: number | undefined;

  function codeEnd(from: number, length: number): number | undefined {
    runs ??= runsByLength(text);
    const starts = runs.get(length) ?? [];
    const start = starts[firstFrom(starts, from)];
    return start === undefined ? undefined : start + length;
  }

  return {
    codeEnd,
    closingBracket(at, maxDistance) {
      brackets ??= bracketPairs(text, at, codeEnd);
      const to = brackets.get(at);
      return to !== undefined && to - at <= maxDistance ? to : undefined;
    },
    commentEnd(from) {
      if (comment === undefined || (comment !== -1 && comment < from)) comment = text.indexOf('-->', from);
      return comment === -1 ? undefined : comment + 3;
    },
  };
}

/** The offsets of the runs of backticks, by their length. */
function runsByLength(text: string): ReadonlyMap<number, readonly number[]> {
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const starts = runs.get(run.length);
    if (starts) starts.push(index);
    else runs.set(run.length, [index]);
  }
  return runs;
}

/** The index of the first of these ascending numbers that is at least `from`. */
function firstFrom(numbers: readonly number[], from: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? from) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Closing brackets by their opening ones, from `first` on; brackets in code do not count. */
function bracketPairs(text: string, first: number, codeEnd: Partners['codeEnd']): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (let at = first; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '`') {
      const { length } = runAt(text, at);
      at = (codeEnd(at + length, length) ?? at + length) - 1;
    } else if (char === '[') open.push(at);
    else if (char === ']') {
      const from = open.pop();
      if (from !== undefined) pairs.set(from, at);
    }
  }
  return pairs;
}

/** The run of one repeated character that begins at the offset. */
export function runAt(text: string, at: number): string {
  const char = text.charAt(at);
  let to = at + 1;
  while (text[to] === char) to += 1;
  return text.slice(at, to);
}
