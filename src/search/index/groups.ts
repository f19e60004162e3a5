/** The entries of a group: those of `rows` from the first to before the last. */
export interface Entries {
  /** Of each entry, of other groups too, the row in the block. */
  readonly rows: Uint16Array;
  readonly from: number;
  readonly to: number;
}

/** A table by code is made for as many codes as this times the entries, and some. */
const MOST_ROOM = 4;
const SOME = 4096;

/**
 * Entries of a block's rows (its tags, its parameters) brought together by their code, so that those of one are found
 * without a look at the others. Within a group they stand in the order of the rows.
 */
export class Groups {
  /** Ascending; `undefined`: each code is its own group, as there are few that do not occur. */
  readonly #codes: Uint32Array | undefined;
  /** Where each group begins, and where the last one ends. */
  readonly #starts: Uint32Array;
  readonly #rows: Uint16Array;

  constructor(codes: readonly number[], rows: Uint16Array) {
    const most = codes.reduce((high, code) => Math.max(high, code), -1);
    const isDense = most < codes.length * MOST_ROOM + SOME;
    this.#codes = isDense ? undefined : Uint32Array.from(new Set(codes)).sort();
    this.#starts = new Uint32Array((this.#codes?.length ?? most + 1) + 1);
    this.#rows = rows;
    for (const code of codes) this.#count((this.groupOf(code) ?? 0) + 1, 1);
    for (let group = 1; group < this.#starts.length; group++) {
      this.#count(group, this.#starts[group - 1] ?? 0);
    }
  }

  /** @returns `undefined`, or one without entries, when none has this code */
  groupOf(code: number): number | undefined {
    const codes = this.#codes;
    if (codes === undefined) return code;
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

  /** Of groups, those without an entry among them. */
  get count(): number {
    return this.#starts.length - 1;
  }

  entriesOf(group: number): Entries {
    const starts = this.#starts;
    if (group + 1 >= starts.length) return { rows: this.#rows, from: 0, to: 0 };
    return { rows: this.#rows, from: starts[group] ?? 0, to: starts[group + 1] ?? 0 };
  }

  #count(group: number, more: number): void {
    this.#starts[group] = (this.#starts[group] ?? 0) + more;
  }
}

/**
 * @param rows of each entry, ascending
 * @returns also where each entry of the groups stood before, for what else there is of it
 */
export function grouped(
  codes: readonly number[],
  rows: readonly number[],
): readonly [groups: Groups, order: Uint32Array] {
  const groupedRows = new Uint16Array(codes.length);
  const groups = new Groups(codes, groupedRows);
  const order = new Uint32Array(codes.length);
  const taken = new Map<number, number>();
  codes.forEach((code, entry) => {
    const at = taken.get(code) ?? groups.entriesOf(groups.groupOf(code) ?? 0).from;
    taken.set(code, at + 1);
    order[at] = entry;
    groupedRows[at] = rows[entry] ?? 0;
  });
  return [groups, order];
}
