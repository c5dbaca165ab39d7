/** A row of numbers that grows: typed arrays cannot, and plain ones take twice the memory or more. */
export class GrowingArray {
  #numbers = new Int32Array(1 << 10);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const longer = new Int32Array(this.#length * 2);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.#length++] = number;
  }

  /** A view, until the next `push`. */
  view(): Int32Array {
    return this.#numbers.subarray(0, this.#length);
  }
}
