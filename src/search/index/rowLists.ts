/** A list of small numbers for each row, all of them in two arrays: an object for each would take ten times as much. */
export class RowLists {
  #starts = new Uint32Array(1024);
  #codes = new Uint16Array(4096);
  #end = 0;

  set(row: number, codes: readonly number[]): void {
    if (row * 2 + 1 >= this.#starts.length) {
      const larger = new Uint32Array(this.#starts.length * 2);
      larger.set(this.#starts);
      this.#starts = larger;
    }
    if (this.#end + codes.length > this.#codes.length) {
      const larger = new Uint16Array((this.#end + codes.length) * 2);
      larger.set(this.#codes);
      this.#codes = larger;
    }
    this.#codes.set(codes, this.#end);
    this.#starts[row * 2] = this.#end;
    this.#end += codes.length;
    this.#starts[row * 2 + 1] = this.#end;
  }

  /** @param wanted by number: 1 for those that count */
  hasAny(row: number, wanted: Uint8Array): boolean {
    const end = this.#starts[row * 2 + 1] ?? 0;
    for (let at = this.#starts[row * 2] ?? 0; at < end; at++) {
      if (wanted[this.#codes[at] ?? 0] === 1) return true;
    }
    return false;
  }
}
