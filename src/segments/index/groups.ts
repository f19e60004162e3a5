/**
 * Entries of a block's rows (its tags, its parameters) brought together by their number, so that one is found without
 * looking at the others. Within a group they stand in the order of the rows.
 */
export class Groups {
  /** Ascending. */
  readonly #codes: Uint32Array;
  /** Where each group begins, and where the last one ends. */
  readonly #starts: Uint32Array;
  /** Of each entry the row in the block. */
  readonly rows: Uint16Array;

  private constructor(codes: Uint32Array, starts: Uint32Array, rows: Uint16Array) {
    this.#codes = codes;
    this.#starts = starts;
    this.rows = rows;
  }

  /** @returns also for each entry where it stood before, for what else there is of it */
  static of(codes: readonly number[], rows: readonly number[]): [Groups, Uint32Array] {
    const distinct = Uint32Array.from(new Set(codes)).sort();
    const groupOf = new Map<number, number>();
    distinct.forEach((code, group) => groupOf.set(code, group));
    const starts = new Uint32Array(distinct.length + 1);
    const groups = new Uint32Array(codes.length);
    codes.forEach((code, entry) => {
      const group = groupOf.get(code) ?? 0;
      groups[entry] = group;
      starts[group + 1] = (starts[group + 1] ?? 0) + 1;
    });
    for (let group = 0; group < distinct.length; group++) {
      starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
    }
    const ends = starts.slice();
    const order = new Uint32Array(codes.length);
    const grouped = new Uint16Array(codes.length);
    for (let entry = 0; entry < codes.length; entry++) {
      const group = groups[entry] ?? 0;
      const at = ends[group] ?? 0;
      ends[group] = at + 1;
      order[at] = entry;
      grouped[at] = rows[entry] ?? 0;
    }
    return [new Groups(distinct, starts, grouped), order];
  }

  /** Where the entries with this number are: from the first to before the last; as many as none of an unknown one. */
  spanOf(code: number): readonly [from: number, to: number] {
    let [low, high] = [0, this.#codes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#codes[middle] ?? 0) < code) low = middle + 1;
      else high = middle;
    }
    if (this.#codes[low] !== code) return [0, 0];
    return [this.#starts[low] ?? 0, this.#starts[low + 1] ?? 0];
  }
}
