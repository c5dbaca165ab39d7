/** Lines of a file by their numbers. Pure. */

/** The first and the last line, counted from 1. */
export type LineRange = readonly [from: number, to: number];

/** The lines in any of the ranges, each once, in the order of the file. */
export function linesIn(lines: readonly string[], ranges: readonly LineRange[]): readonly string[] {
  return lines.filter((_, at) => ranges.some(([from, to]) => at + 1 >= from && at + 1 <= to));
}
