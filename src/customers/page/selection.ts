import { hasBit } from '../gridRows.ts';
import type { RowOrder } from './rows.ts';

/** Selected rows by row number, which sorting and filtering do not change. */
export class Selection {
  #bits = new Uint8Array(0);
  #count = 0;
  /** Row at which a range of selected rows begins. */
  #anchor: number | undefined;

  get size(): number {
    return this.#count;
  }

  /** Selected rows as a bit set, see `hasBit`. */
  get bits(): Uint8Array {
    return this.#bits;
  }

  get anchor(): number | undefined {
    return this.#anchor;
  }

  /** Row that is selected alone; `undefined` if none or several are selected. */
  get singleRow(): number | undefined {
    return this.#count === 1 ? this.#firstRow : undefined;
  }

  /** Returns the row if it is one of several selected rows, else the first of them; `undefined` if fewer than two. */
  oneOfMany(row: number): number | undefined {
    if (this.#count < 2) return undefined;
    return this.has(row) ? row : this.#firstRow;
  }

  /** First selected row. At least one row must be selected. */
  get #firstRow(): number {
    const byteIndex = this.#bits.findIndex((bits) => bits !== 0);
    const bits = this.#bits[byteIndex] ?? 0;
    // `x & -x` keeps only the lowest bit of `x`.
    return byteIndex * 8 + Math.log2(bits & -bits);
  }

  has(row: number): boolean {
    return hasBit(this.#bits, row);
  }

  clear(): void {
    this.#bits = new Uint8Array(0);
    this.#count = 0;
    this.#anchor = undefined;
  }

  restore(bits: Uint8Array): void {
    this.clear();
    this.#bits = bits.slice();
    for (let row = 0; row < bits.length * 8; row++) if (hasBit(bits, row)) this.#count++;
  }

  selectOnly(row: number): void {
    this.clear();
    this.#set(row, true);
    this.#anchor = row;
  }

  toggle(row: number): void {
    this.#set(row, !this.has(row));
    this.#anchor = row;
  }

  /** Selects rows in displayed order from the anchor to `row`. `from` is the anchor if no row was clicked before. */
  extendTo(row: number, order: RowOrder, from = row): void {
    const anchor = this.#anchor ?? from;
    const start = order.positionOf(anchor);
    const end = order.positionOf(row);
    if (start === undefined || end === undefined) return this.selectOnly(row);
    this.clear();
    this.#anchor = anchor;
    for (let position = Math.min(start, end); position <= Math.max(start, end); position++) {
      this.#set(order.rowAt(position) ?? row, true);
    }
  }

  selectAll(order: RowOrder): void {
    this.clear();
    order.each((row) => this.#set(row, true));
  }

  #set(row: number, isSelected: boolean): void {
    if (this.has(row) === isSelected) return;
    if (row >> 3 >= this.#bits.length) {
      const larger = new Uint8Array(Math.max((row >> 3) + 1, this.#bits.length * 2));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    // The bit differs from `isSelected` here, so it is flipped.
    this.#bits[row >> 3] = (this.#bits[row >> 3] ?? 0) ^ (1 << (row & 7));
    this.#count += isSelected ? 1 : -1;
  }
}
