import type { Buffer } from 'node:buffer';
import { unprotectedCell } from '../../base/safeText.ts';

export const QUOTE = 0x22;
export const LF = 0x0a;
export const CR = 0x0d;
const SPACE = 0x20;

/** Result of `scan`: the record continues after the given bytes. */
export const INCOMPLETE = -1;
/** Result of `scan`: there is text between a closing quotation mark and the end of its cell. */
export const TEXT_AFTER_QUOTE = -2;

/** Finds records in CSV (RFC 4180) by bytes. All special characters are ASCII, so no UTF-8 character is split. */
export class CsvScanner {
  /** Number of cells in the last scanned record. */
  cellCount = 0;
  /** Number of line breaks in the last scanned record, including the one at its end. */
  lineBreakCount = 0;
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
   * @param isLast whether the file ends with these bytes
   * @returns offset of the next record, `INCOMPLETE` or `TEXT_AFTER_QUOTE`
   */
  scan(bytes: Buffer, from: number, isLast: boolean): number {
    this.cellCount = 0;
    this.lineBreakCount = 0;
    const { length } = bytes;
    for (let start = from; ; start++) {
      const quoteOffset = this.#delimiter === SPACE ? start : spacesEnd(bytes, start);
      const end =
        bytes[quoteOffset] === QUOTE
          ? this.#scanQuoted(bytes, quoteOffset, isLast)
          : this.#scanUnquoted(bytes, start);
      if (end < 0) return end;
      const byte = bytes[end];
      if (byte === this.#delimiter) {
        // The loop then moves after the delimiter.
        start = end;
        continue;
      }
      if (byte !== undefined && byte !== CR && byte !== LF) return TEXT_AFTER_QUOTE;
      // The cell may continue, or a line feed may follow, in the next chunk.
      if (!isLast && end + (byte === CR ? 1 : 0) >= length) return INCOMPLETE;
      if (byte === undefined) return end;
      this.lineBreakCount++;
      return byte === CR && bytes[end + 1] === LF ? end + 2 : end + 1;
    }
  }

  /**
   * Returns the text of a cell in the last scanned record, without the apostrophe or `="…"` that protects the text in a
   * spreadsheet.
   */
  text(bytes: Buffer, index: number): string {
    const text = this.rawText(bytes, index).trim();
    // Users write `="123"` so that a spreadsheet does not convert the text to a number.
    const literal = /^="([^"]*)"$/.exec(text)?.[1];
    return literal ?? unprotectedCell(text);
  }

  /** Returns the text of a cell in the last scanned record. Doubled quotation marks become single ones. */
  rawText(bytes: Buffer, index: number): string {
    const [start = 0, end = 0] = [this.#starts[index], this.#ends[index]];
    // Fast path for empty cells, which are most cells in tables with a column for each tag.
    if (start === end) return '';
    const quotedText = bytes.toString('utf8', start, end);
    return this.#doubled[index] === true ? quotedText.replaceAll('""', '"') : quotedText;
  }

  /** Returns whether the cells of the last scanned record are blank from this index on. */
  isBlankFrom(bytes: Buffer, index: number): boolean {
    for (let cell = index; cell < this.cellCount; cell++) {
      const end = this.#ends[cell] ?? 0;
      for (let offset = this.#starts[cell] ?? 0; offset < end; offset++) {
        if ((bytes[offset] ?? 0) > SPACE) return false;
      }
    }
    return true;
  }

  /** Returns the end offset of the last cell in the last scanned record, including a closing quotation mark. */
  lastCellEnd(bytes: Buffer): number {
    const end = this.#ends[this.cellCount - 1] ?? 0;
    // The byte before a quoted cell is its opening quotation mark.
    const isQuoted = bytes[(this.#starts[this.cellCount - 1] ?? 0) - 1] === QUOTE;
    return isQuoted && bytes[end] === QUOTE ? end + 1 : end;
  }

  /** Adds the unquoted cell that starts at `start`. Returns the offset after the cell. */
  #scanUnquoted(bytes: Buffer, start: number): number {
    const delimiter = this.#delimiter;
    let offset = start;
    for (const { length } = bytes; offset < length; offset++) {
      const byte = bytes[offset];
      if (byte === delimiter || byte === LF || byte === CR) break;
    }
    this.#addCell(start, offset, false);
    return offset;
  }

  /** Adds the cell whose opening quotation mark is at `quoteOffset`. Returns the offset after it, or `INCOMPLETE`. */
  #scanQuoted(bytes: Buffer, quoteOffset: number, isLast: boolean): number {
    let isDoubled = false;
    const { length } = bytes;
    for (let offset = quoteOffset + 1; offset < length; offset++) {
      const byte = bytes[offset];
      if (byte === LF || (byte === CR && bytes[offset + 1] !== LF)) this.lineBreakCount++;
      if (byte !== QUOTE) continue;
      if (bytes[offset + 1] !== QUOTE) {
        // The second quotation mark of a doubled one may follow in the next chunk.
        if (offset + 1 === length && !isLast) break;
        this.#addCell(quoteOffset + 1, offset, isDoubled);
        return offset + 1;
      }
      isDoubled = true;
      offset++;
    }
    return INCOMPLETE;
  }

  #addCell(start: number, end: number, isDoubled: boolean): void {
    const index = this.cellCount++;
    this.#starts[index] = start;
    this.#ends[index] = end;
    this.#doubled[index] = isDoubled;
  }
}

/**
 * Skips spaces before a cell. Without this, a quoted cell after a space would be read as unquoted, and a delimiter
 * within its quotation marks would shift all further cells.
 */
function spacesEnd(bytes: Buffer, start: number): number {
  let offset = start;
  while (bytes[offset] === SPACE) offset++;
  return offset;
}
