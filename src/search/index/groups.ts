/*
 * An entry is one tag or parameter of one row, and its code is the number of its text. A group has the entries with the
 * same code. A block is a part of all rows (block.ts).
 */

/** Entries of a group: the range of `rows` from `from` (inclusive) to `to` (exclusive). */
export interface Entries {
  /** Row in the block for each entry of all groups. */
  readonly rows: Uint16Array;
  readonly from: number;
  readonly to: number;
}

/** Codes are used as indexes of groups only if each is below `MAX_FACTOR` × number of entries + `MAX_EXTRA`. */
const MAX_FACTOR = 4;
const MAX_EXTRA = 4096;

/** Tags or parameters of a block's rows, grouped by code. Within a group, entries are in the order of the rows. */
export class Groups {
  /** Code of each group, ascending. `undefined` if all codes are small: each code is then the index of its group. */
  readonly #codes: Uint32Array | undefined;
  /** Start of each group, and the end of the last group. */
  readonly #starts: Uint32Array;
  readonly #rows: Uint16Array;

  /**
   * @param codes code of each entry, in any order
   * @param rows rows of the entries, grouped by code; the caller may fill the array later
   */
  constructor(codes: readonly number[], rows: Uint16Array) {
    const maxCode = codes.reduce((high, code) => Math.max(high, code), -1);
    const isDense = maxCode < codes.length * MAX_FACTOR + MAX_EXTRA;
    this.#codes = isDense ? undefined : Uint32Array.from(new Set(codes)).sort();
    this.#starts = new Uint32Array((this.#codes?.length ?? maxCode + 1) + 1);
    this.#rows = rows;
    // Stores the size of each group in the start of the next group, and then adds up the sizes.
    for (const code of codes) this.#addToStart((this.groupOf(code) ?? 0) + 1, 1);
    for (let group = 1; group < this.#starts.length; group++) {
      this.#addToStart(group, this.#starts[group - 1] ?? 0);
    }
  }

  /** @returns `undefined`, or a group without entries, if no entry has this code */
  groupOf(code: number): number | undefined {
    const codes = this.#codes;
    if (codes === undefined) return code;
    // `lastAtMost` is not used: this lookup is in the hot path of searches, and `lastAtMost` made it up to 75 % slower.
    let [low, high] = [0, codes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((codes[middle] ?? 0) < code) low = middle + 1;
      else high = middle;
    }
    return codes[low] === code ? low : undefined;
  }

  codeOf(group: number): number {
    return this.#codes?.[group] ?? group;
  }

  /** Number of groups, including empty ones. */
  get count(): number {
    return this.#starts.length - 1;
  }

  entriesOf(group: number): Entries {
    const starts = this.#starts;
    if (group + 1 >= starts.length) return { rows: this.#rows, from: 0, to: 0 };
    return { rows: this.#rows, from: starts[group] ?? 0, to: starts[group + 1] ?? 0 };
  }

  #addToStart(group: number, more: number): void {
    this.#starts[group] = (this.#starts[group] ?? 0) + more;
  }
}

/**
 * @param rows row of each entry, ascending
 * @returns the groups, and for each entry its former index, for reordering other data
 */
export function groupByCode(
  codes: readonly number[],
  rows: readonly number[],
): readonly [groups: Groups, order: Uint32Array] {
  const groupedRows = new Uint16Array(codes.length);
  const groups = new Groups(codes, groupedRows);
  const order = new Uint32Array(codes.length);
  const nextIndexes = new Map<number, number>();
  codes.forEach((code, entry) => {
    const newIndex = nextIndexes.get(code) ?? groups.entriesOf(groups.groupOf(code) ?? 0).from;
    nextIndexes.set(code, newIndex + 1);
    order[newIndex] = entry;
    groupedRows[newIndex] = rows[entry] ?? 0;
  });
  return [groups, order];
}
