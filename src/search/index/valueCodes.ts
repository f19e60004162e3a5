/** A number for each different value of a column, from 0: made of what is there when somebody asks. */
export class ValueCodes<Value extends string | number> {
  readonly #codes = new Map<Value, number>();
  #rows = new Uint32Array(1024);
  #count = 0;

  /** How many values there are numbers for. */
  get size(): number {
    return this.#codes.size;
  }

  /** @returns -1 for a value that no row has had */
  numberOf(value: Value): number {
    return this.#codes.get(value) ?? -1;
  }

  /** For each row its number, and room for more. */
  upTo(values: ArrayLike<Value>, count: number): Uint32Array {
    if (count > this.#rows.length) {
      const larger = new Uint32Array(Math.max(count, this.#rows.length * 2));
      larger.set(this.#rows);
      this.#rows = larger;
    }
    for (; this.#count < count; this.#count++) {
      const value = values[this.#count];
      if (value !== undefined) this.#rows[this.#count] = this.#codeOf(value);
    }
    return this.#rows;
  }

  /** A row that has a number already has another value now. */
  patch(row: number, value: Value): void {
    if (row < this.#count) this.#rows[row] = this.#codeOf(value);
  }

  #codeOf(value: Value): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    this.#codes.set(value, this.#codes.size);
    return this.#codes.size - 1;
  }
}
