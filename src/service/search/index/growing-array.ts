/** Arrays that grow: typed arrays cannot, and plain ones take at least twice the memory. */

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

/** Concatenated pieces of bytes. */
export class GrowingBytes {
  readonly ends = new GrowingArray();
  #bytes = new Uint8Array(1 << 12);
  #length = 0;

  push(piece: Uint8Array): void {
    const end = this.#length + piece.length;
    if (end > this.#bytes.length) {
      const longer = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = end;
    this.ends.push(end);
  }

  /** A view, until the next `push`. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
