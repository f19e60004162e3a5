import { fieldOf, raw } from '../core/recordValues.ts';
import { RowLists } from './rowLists.ts';

/** More of them nobody could look through. */
const MOST_NAMES = 10_000;

/** For each row the names of its parameters. */
export class ParamNames {
  readonly #codes = new Map<string, number>();
  readonly #rows = new RowLists();

  set(row: number, record: unknown): void {
    const params = fieldOf(record, 'params');
    const codes = new Set<number>();
    for (const param of Array.isArray(params) ? params : []) {
      const code = this.#codeOf(raw(fieldOf(param, 'name')));
      if (code !== undefined) codes.add(code);
    }
    this.#rows.set(row, [...codes]);
  }

  /** How many of the rows have each of the names, and how many have none. */
  count(rows: number, matching: Uint8Array | undefined): { counts: Uint32Array; empty: number } {
    const counts = new Uint32Array(this.#codes.size);
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
    return { counts, empty };
  }

  /** By number. */
  get names(): readonly string[] {
    return [...this.#codes.keys()];
  }

  #codeOf(name: string): number | undefined {
    const known = this.#codes.get(name);
    if (known !== undefined || name === '' || this.#codes.size >= MOST_NAMES) return known;
    this.#codes.set(name, this.#codes.size);
    return this.#codes.size - 1;
  }
}
