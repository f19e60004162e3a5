import { RowLists } from './rowLists.ts';

/** More of them would not be shared by many rows. */
const MOST_TEXTS = 10_000;

/** Texts that many rows have, as the names of tags: each stands in memory once, and is searched once. */
export class SharedTexts {
  readonly #codes = new Map<string, number>();
  readonly #rows = new RowLists();
  #count = 0;

  /** The next row. @returns those of its texts that found no place here */
  add(texts: readonly string[]): readonly string[] {
    const codes: number[] = [];
    const others: string[] = [];
    for (const text of texts) {
      const code = this.#codeOf(text);
      if (code === undefined) others.push(text);
      else if (!codes.includes(code)) codes.push(code);
    }
    this.#rows.set(this.#count++, codes);
    return others;
  }

  /** Calls `found` with each row that has a text with this word in it. */
  search(word: string, found: (row: number) => void): void {
    const wanted = new Uint8Array(this.#codes.size);
    for (const [text, code] of this.#codes) if (text.includes(word)) wanted[code] = 1;
    if (!wanted.includes(1)) return;
    for (let row = 0; row < this.#count; row++) if (this.#rows.hasAny(row, wanted)) found(row);
  }

  #codeOf(text: string): number | undefined {
    const known = this.#codes.get(text);
    if (known !== undefined || this.#codes.size >= MOST_TEXTS) return known;
    this.#codes.set(text, this.#codes.size);
    return this.#codes.size - 1;
  }
}
