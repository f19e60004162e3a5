import type { Buffer } from 'node:buffer';
import { unprotectedCell } from '../../core/formulaCell.ts';
import { LONGEST_RECORD, MOST_COLUMNS } from '../../core/plans/inputProblems.ts';
import { ByteWindow } from '../tables/byteWindow.ts';
import { CsvScanner, OPEN, STRAY } from '../tables/csvScanner.ts';
import type { Source } from '../tables/encodings.ts';
import { failure, failureAt } from '../tables/failures.ts';
import type { NoteTaker } from './noteTaker.ts';
import { knownHeadings } from './tableColumns.ts';

const DELIMITERS = [',', ';', '\t'];
const LF = 0x0a;
const CR = 0x0d;
/** Cells between two turns of the event loop. */
const SLICE = 10_000;
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

export interface CsvHead {
  readonly delimiter: string;
  readonly names: readonly string[];
  /** Where the rows begin, in bytes and in lines. */
  readonly end: number;
  readonly line: number;
  /** Its own line has an end. */
  readonly isWhole: boolean;
}

/** The headings, by the delimiter with which most of them are those of an export. */
export async function csvHead(source: Source, signal: AbortSignal): Promise<CsvHead> {
  const window = new ByteWindow(source.chunks(signal));
  try {
    for (;;) {
      await window.more(0);
      const heads = DELIMITERS.map((delimiter) => headWith(delimiter, window));
      if (window.isLast || !heads.includes(undefined)) return bestOf(heads);
      if (window.bytes.length > LONGEST_RECORD) throw failureAt('long-record', 'line', 1);
    }
  } finally {
    await window.close();
  }
}

function headWith(delimiter: string, { bytes, isLast }: ByteWindow): CsvHead | undefined {
  const scanner = new CsvScanner(delimiter);
  const end = scanner.scan(bytes, 0, isLast);
  if (end === OPEN) return undefined;
  if (scanner.count > MOST_COLUMNS) {
    throw failure({ kind: 'too-many-columns', count: scanner.count });
  }
  const names =
    end === STRAY
      ? []
      : Array.from({ length: scanner.count }, (_, cell) => scanner.raw(bytes, cell));
  const isWhole = end > 0 && isLineEnd(bytes[end - 1]);
  return { delimiter, names, end, line: 1 + scanner.breaks, isWhole };
}

function bestOf(heads: readonly (CsvHead | undefined)[]): CsvHead {
  const [best] = heads
    .filter((head) => head !== undefined)
    .toSorted((one, other) => knownHeadings(other.names) - knownHeadings(one.names));
  if (best === undefined || knownHeadings(best.names) === 0) throw failure({ kind: 'no-header' });
  const { length: count } = best.names;
  if (count > MOST_COLUMNS) throw failure({ kind: 'too-many-columns', count });
  return best;
}

/** Rows of cells exactly as they were written. The last line is left out unless it has its end: it may be half of one. */
export class CsvRows {
  readonly #source: Source;
  readonly #head: CsvHead;
  readonly #scanner: CsvScanner;
  readonly #notes: NoteTaker;
  #line: number;
  #isEscaped: boolean | undefined;

  constructor(source: Source, head: CsvHead, notes: NoteTaker) {
    this.#source = source;
    this.#head = head;
    this.#scanner = new CsvScanner(head.delimiter);
    this.#notes = notes;
    this.#line = head.line;
  }

  /** @param isText whether a column holds text that people wrote */
  async *rows(
    signal: AbortSignal,
    isText: (column: number) => boolean,
  ): AsyncGenerator<readonly (readonly string[])[], void, undefined> {
    if (!this.#head.isWhole) this.#notes.note({ kind: 'cut' });
    const window = new ByteWindow(this.#source.chunks(signal));
    try {
      let at = this.#head.end;
      while (window.bytes.length < at && !window.isLast) await window.more(0);
      for (;;) {
        const rows: string[][] = [];
        const from = at;
        at = this.#scan(window, at, rows);
        if (rows.length > 0) yield this.#unescaped(rows, isText);
        const isSlice = at > from && at < window.bytes.length && rows.length > 0;
        if (isSlice) continue;
        if (window.isLast) break;
        if (window.bytes.length - at > LONGEST_RECORD) {
          throw failureAt('long-record', 'line', this.#line);
        }
        await window.more(at);
        at = 0;
      }
    } finally {
      await window.close();
    }
  }

  /** @returns where a row begins that is not taken yet */
  #scan({ bytes, isLast }: ByteWindow, from: number, into: string[][]): number {
    const scanner = this.#scanner;
    let cells = 0;
    let at = from;
    while (at < bytes.length && cells < SLICE) {
      const end = scanner.scan(bytes, at, isLast);
      if (end === OPEN) {
        if (!isLast) return at;
        this.#notes.note({ kind: 'cut' });
        return bytes.length;
      }
      if (end === STRAY) {
        // Nobody knows where that row ends: the next line begins another one, or is broken too.
        const next = bytes.indexOf(LF, at);
        if (next < 0 && !isLast) return at;
        this.#notes.faults.add('broken-json', this.#line++);
        at = next < 0 ? bytes.length : next + 1;
        continue;
      }
      const row = this.#row(bytes, at, end);
      if (row !== undefined) into.push(row);
      cells += scanner.count;
      this.#line += scanner.breaks;
      at = end;
    }
    return at;
  }

  #row(bytes: Buffer, start: number, end: number): string[] | undefined {
    const scanner = this.#scanner;
    if (!isLineEnd(bytes[end - 1])) {
      this.#notes.note({ kind: 'cut' });
      return undefined;
    }
    if (scanner.count === 1 && isLineEnd(bytes[start])) return undefined;
    if (scanner.count !== this.#head.names.length) this.#notes.faults.add('ragged', this.#line);
    return Array.from({ length: scanner.count }, (_, cell) => scanner.raw(bytes, cell));
  }

  #unescaped(
    rows: string[][],
    isText: (column: number) => boolean,
  ): readonly (readonly string[])[] {
    this.#isEscaped ??= !rows.some((row) =>
      row.some((cell, index) => isText(index) && FORMULA.test(cell)),
    );
    if (!this.#isEscaped) return rows;
    return rows.map((row) =>
      row.map((cell) => (cell.startsWith("'") ? unprotectedCell(cell) : cell)),
    );
  }
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}
