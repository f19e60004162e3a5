/** Which rows are shown, and where: positions count what is shown, rows count what was loaded. */
export class RowOrder {
  /** `null`: every row, as they were loaded. */
  #rows: Uint32Array | null = null;
  #count = 0;
  #positions: Int32Array | undefined;

  get length(): number {
    return this.#rows?.length ?? this.#count;
  }

  /** How many rows are loaded and in order. */
  get count(): number {
    return this.#count;
  }

  /** Neither sorted nor filtered. */
  get isPlain(): boolean {
    return this.#rows === null;
  }

  /** @param count how many rows are loaded */
  set(rows: Uint32Array | null, count: number): void {
    this.#rows = rows;
    this.#count = count;
    this.#positions = undefined;
  }

  rowAt(position: number): number | undefined {
    if (position < 0 || position >= this.length) return undefined;
    return this.#rows === null ? position : this.#rows[position];
  }

  /** @returns `undefined` when the row is not shown */
  positionOf(row: number): number | undefined {
    if (this.#rows === null) return row < this.#count ? row : undefined;
    this.#positions ??= inverse(this.#rows, this.#count);
    const position = this.#positions[row] ?? -1;
    return position < 0 ? undefined : position;
  }

  /** Calls it with every row that is shown. */
  each(visit: (row: number) => void): void {
    if (this.#rows !== null) return this.#rows.forEach((row) => visit(row));
    for (let row = 0; row < this.#count; row++) visit(row);
  }
}

function inverse(rows: Uint32Array, count: number): Int32Array {
  const positions = new Int32Array(count).fill(-1);
  rows.forEach((row, position) => (positions[row] = position));
  return positions;
}
