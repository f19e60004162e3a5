import type { Buffer } from 'node:buffer';
import { unprotectedCell } from '../../base/text.ts';

const QUOTE = 0x22;
const SPACE = 0x20;
const LF = 0x0a;
const CR = 0x0d;

/** Result of `scan`: the record continues after these bytes. */
export const OPEN = -1;
/** Result of `scan`: there is text between a closing quotation mark and the end of its cell. */
export const STRAY = -2;

/** Finds records in CSV (RFC 4180) by bytes. All special characters are ASCII, so no UTF-8 character is split. */
export class CsvScanner {
  /** Number of cells in the last scanned record. */
  count = 0;
  /** Number of line breaks in the last scanned record, including the one at its end. */
  breaks = 0;
  readonly #delimiter: number;
  #starts: number[] = [];
  #ends: number[] = [];
  /** Whether each cell contains doubled quotation marks. */
  #doubled: boolean[] = [];

  /** @param delimiter single ASCII character */
  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /**
   * Scans the record that starts at `from`.
   * @param isLast whether the file ends with these bytes
   * @returns offset of the next record, `OPEN` or `STRAY`
   */
  scan(bytes: Buffer, from: number, isLast: boolean): number {
    this.count = 0;
    this.breaks = 0;
    const { length } = bytes;
    for (let at = from; ; at++) {
      const open = this.#delimiter === SPACE ? at : spacesEnd(bytes, at);
      at =
        bytes[open] === QUOTE
          ? this.#scanQuoted(bytes, open, isLast)
          : this.#scanUnquoted(bytes, at);
      if (at < 0) return at;
      const byte = bytes[at];
      if (byte === this.#delimiter) continue;
      if (byte !== undefined && byte !== CR && byte !== LF) return STRAY;
      // A line feed may follow in the next chunk.
      if (!isLast && at + (byte === CR ? 1 : 0) >= length) return OPEN;
      if (byte === undefined) return at;
      this.breaks++;
      return byte === CR && bytes[at + 1] === LF ? at + 2 : at + 1;
    }
  }

  /** Returns the text of a cell in the last record, without the protection that spreadsheets need. */
  text(bytes: Buffer, index: number): string {
    const text = this.raw(bytes, index).trim();
    // Users write `="123"` so that a spreadsheet does not convert the text to a number.
    const literal = /^="([^"]*)"$/.exec(text)?.[1];
    return literal ?? unprotectedCell(text);
  }

  /** Returns the decoded text of a cell in the last record. */
  raw(bytes: Buffer, index: number): string {
    const [start = 0, end = 0] = [this.#starts[index], this.#ends[index]];
    // Fast path for empty cells, which are most cells in tables with a column for each tag.
    if (start === end) return '';
    const raw = bytes.toString('utf8', start, end);
    return this.#doubled[index] === true ? raw.replaceAll('""', '"') : raw;
  }

  /** Whether all cells from this index on are blank. */
  isBlankFrom(bytes: Buffer, index: number): boolean {
    for (let cell = index; cell < this.count; cell++) {
      const end = this.#ends[cell] ?? 0;
      for (let at = this.#starts[cell] ?? 0; at < end; at++) {
        if ((bytes[at] ?? 0) > SPACE) return false;
      }
    }
    return true;
  }

  /** Returns the offset of the end of the record's last cell, including the quotation mark. */
  end(bytes: Buffer): number {
    const end = this.#ends[this.count - 1] ?? 0;
    const isQuoted = bytes[(this.#starts[this.count - 1] ?? 0) - 1] === QUOTE;
    return isQuoted && bytes[end] === QUOTE ? end + 1 : end;
  }

  #scanUnquoted(bytes: Buffer, start: number): number {
    const delimiter = this.#delimiter;
    let at = start;
    for (const { length } = bytes; at < length; at++) {
      const byte = bytes[at];
      if (byte === delimiter || byte === LF || byte === CR) break;
    }
    this.#add(start, at, false);
    return at;
  }

  #scanQuoted(bytes: Buffer, open: number, isLast: boolean): number {
    let isDoubled = false;
    const { length } = bytes;
    for (let at = open + 1; at < length; at++) {
      const byte = bytes[at];
      if (byte === LF || (byte === CR && bytes[at + 1] !== LF)) this.breaks++;
      if (byte !== QUOTE) continue;
      if (bytes[at + 1] !== QUOTE) {
        // The second quotation mark of a doubled one may follow in the next chunk.
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

/**
 * Returns the offset after leading spaces. Spaces are allowed before an opening quotation mark: if the cell were read
 * as unquoted text, a delimiter within the quotes would shift all following cells.
 */
function spacesEnd(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes[at] === SPACE) at++;
  return at;
}
