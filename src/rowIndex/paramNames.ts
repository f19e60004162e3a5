import { fieldOf, raw } from '../core/recordValues.ts';
import { MOST_COUNTED } from './facetValues.ts';
import { RowLists } from '../segments/index/rowLists.ts';

/** For each row the names of its parameters. */
export class ParamNames {
  readonly #codes = new Map<string, number>();
  readonly #rows = new RowLists();

  set(row: number, record: unknown): void {
    const params = fieldOf(record, 'params');
    const codes = new Set<number>();
    for (const param of Array.isArray(params) ? params : []) {
      const name = raw(fieldOf(param, 'name'));
      if (name !== '') codes.add(this.#codeOf(name));
    }
    this.#rows.set(row, [...codes]);
  }

  /** How many of the rows have each of the names, one that is beyond the names, and none. */
  count(rows: number, matching: Uint8Array | undefined) {
    const counts = new Uint32Array(MOST_COUNTED + 1);
    let empty = 0;
    for (let row = 0; row < rows; row++) {
      if (matching !== undefined && matching[row] !== 1) continue;
      let has = false;
      this.#rows.each(row, (code) => {
        counts[code] = (counts[code] ?? 0) + 1;
        has = true;
      });
      if (!has) empty++;
    }
    return { counts, beyond: counts[MOST_COUNTED] ?? 0, empty };
  }

  /** By number. */
  get names(): readonly string[] {
    return [...this.#codes.keys()];
  }

  /** Returns `MOST_COUNTED` for a new name when there are as many already. */
  #codeOf(name: string): number {
    const known = this.#codes.get(name);
    if (known !== undefined) return known;
    if (this.#codes.size >= MOST_COUNTED) return MOST_COUNTED;
    this.#codes.set(name, this.#codes.size);
    return this.#codes.size - 1;
  }
}
