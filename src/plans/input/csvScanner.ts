import type { Buffer } from 'node:buffer';
import { unprotectedCell } from '../../base/text.ts';

const QUOTE = 0x22;
const SPACE = 0x20;
const LF = 0x0a;
const CR = 0x0d;

/** Instead of an end. */
export const OPEN = -1;
export const STRAY = -2;

/** Finds one record after the other in CSV (RFC 4180), by its bytes: all that matters is ASCII, so UTF-8 stays whole. */
export class CsvScanner {
  /** Cells of the record that was scanned last. */
  count = 0;
  /** Line breaks in that record, its own at its end included. */
  breaks = 0;
  readonly #delimiter: number;
  #starts: number[] = [];
  #ends: number[] = [];
  /** Of each cell, whether it has doubled quotation marks. */
  #doubled: boolean[] = [];

  /** @param delimiter one ASCII character */
  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /**
   * @param isLast nothing comes behind these bytes
   * @returns where the next record begins; `OPEN`: it goes on behind these bytes; `STRAY`: something stands between a
   * closing quotation mark and the end of its cell
   */
  scan(bytes: Buffer, from: number, isLast: boolean): number {
    this.count = 0;
    this.breaks = 0;
    const { length } = bytes;
    for (let at = from; ; at++) {
      const open = this.#delimiter === SPACE ? at : spacesEnd(bytes, at);
      at = bytes[open] === QUOTE ? this.#quoted(bytes, open, isLast) : this.#plain(bytes, at);
      if (at < 0) return at;
      const byte = bytes[at];
      if (byte === this.#delimiter) continue;
      if (byte !== undefined && byte !== CR && byte !== LF) return STRAY;
      // A line feed may still come.
      if (!isLast && at + (byte === CR ? 1 : 0) >= length) return OPEN;
      if (byte === undefined) return at;
      this.breaks++;
      return byte === CR && bytes[at + 1] === LF ? at + 2 : at + 1;
    }
  }

  /** The text of a cell of the last record, without what spreadsheets put around it. */
  text(bytes: Buffer, index: number): string {
    const text = this.raw(bytes, index).trim();
    // With `="123"` people keep a spreadsheet from making a number of it.
    const kept = /^="([^"]*)"$/.exec(text)?.[1];
    return kept ?? unprotectedCell(text);
  }

  /** The text of a cell of the last record as it was written. */
  raw(bytes: Buffer, index: number): string {
    const [start = 0, end = 0] = [this.#starts[index], this.#ends[index]];
    // Most cells of tables with a column for each tag.
    if (start === end) return '';
    const raw = bytes.toString('utf8', start, end);
    return this.#doubled[index] === true ? raw.replaceAll('""', '"') : raw;
  }

  /** Whether there is nothing in the cells from this one on. */
  isBlankFrom(bytes: Buffer, index: number): boolean {
    for (let cell = index; cell < this.count; cell++) {
      const end = this.#ends[cell] ?? 0;
      for (let at = this.#starts[cell] ?? 0; at < end; at++) {
        if ((bytes[at] ?? 0) > SPACE) return false;
      }
    }
    return true;
  }

  /** Where its last cell ends in the bytes, quotation marks included. */
  end(bytes: Buffer): number {
    const end = this.#ends[this.count - 1] ?? 0;
    const isQuoted = bytes[(this.#starts[this.count - 1] ?? 0) - 1] === QUOTE;
    return isQuoted && bytes[end] === QUOTE ? end + 1 : end;
  }

  #plain(bytes: Buffer, start: number): number {
    const delimiter = this.#delimiter;
    let at = start;
    for (const { length } = bytes; at < length; at++) {
      const byte = bytes[at];
      if (byte === delimiter || byte === LF || byte === CR) break;
    }
    this.#add(start, at, false);
    return at;
  }

  #quoted(bytes: Buffer, open: number, isLast: boolean): number {
    let isDoubled = false;
    const { length } = bytes;
    for (let at = open + 1; at < length; at++) {
      const byte = bytes[at];
      if (byte === LF || (byte === CR && bytes[at + 1] !== LF)) this.breaks++;
      if (byte !== QUOTE) continue;
      if (bytes[at + 1] !== QUOTE) {
        // The other half of a doubled one may still come.
        if (at + 1 === length && !isLast) break;
        this.#add(open + 1, at, isDoubled);
        return at + 1;
      }
      isDoubled = true;
      at++;
    }
    return OPEN;
  }

  #add(start: number, end: number, isDoubled: boolean): void {
    const index = this.count++;
    this.#starts[index] = start;
    this.#ends[index] = end;
    this.#doubled[index] = isDoubled;
  }
}

/** Spaces may stand before a quotation mark: taken for text, a delimiter within the quotes would move all cells behind. */
function spacesEnd(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes[at] === SPACE) at++;
  return at;
}
