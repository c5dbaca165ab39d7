/** The k best items of many, in one pass, without sorting the rest. */
export class TopK {
  readonly #limit: number;
  readonly #entries: { readonly item: number; readonly score: number }[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether an item of this score would be among the best so far. Of equal ones, those offered first win. */
  admits(score: number): boolean {
    return this.#entries.length < this.#limit || score > (this.#entries.at(-1)?.score ?? 0);
  }

  offer(item: number, score: number): void {
    if (!this.admits(score)) return;
    const at = this.#entries.findLastIndex((entry) => entry.score >= score) + 1;
    this.#entries.splice(at, 0, { item, score });
    if (this.#entries.length > this.#limit) this.#entries.pop();
  }

  /** Best first. */
  items(): readonly number[] {
    return this.#entries.map(({ item }) => item);
  }
}
