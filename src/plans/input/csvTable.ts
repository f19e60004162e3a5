import { Buffer } from 'node:buffer';
import { LONGEST_RECORD } from '../../base/inputProblems.ts';
import { ByteWindow } from './byteWindow.ts';
import { columnNames, looksLikeValue, roleOf } from './headings.ts';
import { CsvScanner, OPEN, STRAY } from './csvScanner.ts';
import type { Source } from './encodings.ts';
import { failure, failureAt } from './problems.ts';
import { NO_BYTES, type Cell, type Reading, type Table, type TableRecord } from './table.ts';

const BOM = '\u{feff}';
const DELIMITERS = [',', ';', '\t'];

interface Header {
  readonly delimiter: string;
  readonly names: readonly string[];
  /** Source text of the header line. */
  readonly text: string;
  /** Offset of the first record. */
  readonly end: number;
  /** Line number of the first record. */
  readonly line: number;
}

export async function openCsv(source: Source, signal: AbortSignal): Promise<Table> {
  const { names, delimiter, text, end, line } = await readHeader(source, signal);
  const columns = columnNames(names);
  const [eol = '\r\n'] = /(?:\r\n|\r|\n)$/.exec(text) ?? [];
  const lineEnd = Buffer.from(eol);
  const bom = source.hasMark || source.encoding !== 'utf-8' ? BOM : '';
  return {
    format: 'csv',
    unit: 'line',
    columns,
    head: Buffer.from(`${bom}${text.endsWith(eol) ? text : `${text}${eol}`}`),
    between: lineEnd,
    tail: lineEnd,
    batches: (reading) =>
      new CsvReader(source, { delimiter, end, line, width: names.length }).read(reading),
  };
}

async function readHeader(source: Source, signal: AbortSignal): Promise<Header> {
  const window = new ByteWindow(source.chunks(signal));
  try {
    for (;;) {
      await window.more(0);
      const header = findHeader(window);
      if (header !== undefined) return header;
      if (window.bytes.length > LONGEST_RECORD) throw failureAt('bad-record', 'line', 1);
    }
  } finally {
    await window.close();
  }
}

/**
 * Finds the header line.
 * @returns undefined if more bytes are needed
 */
function findHeader({ bytes, isLast }: ByteWindow): Header | undefined {
  const separator = /^(?:"?)sep=(.)(?:"?)(?:\r\n|\r|\n)/.exec(bytes.toString('latin1', 0, 16));
  let from = separator?.[0].length ?? 0;
  let line = separator === null ? 1 : 2;
  for (; bytes[from] === 0x0a || bytes[from] === 0x0d; from++) {
    if (bytes[from] === 0x0a || bytes[from + 1] !== 0x0a) line++;
  }
  const delimiters = separator?.[1] === undefined ? DELIMITERS : [separator[1]];
  const candidates = delimiters.map((delimiter) =>
    headerWith(delimiter, { bytes, isLast, from, line }),
  );
  if (!isLast && candidates.includes('open')) return undefined;
  const headers = candidates.filter((candidate) => typeof candidate === 'object');
  const best = headers.toSorted((a, b) => weight(b) - weight(a))[0];
  if (best === undefined) throw failureAt('bad-record', 'line', line);
  if (weight(best) < KNOWN_WEIGHT && best.names.some(looksLikeValue))
    throw failure({ kind: 'headings' });
  return best;
}

interface HeaderPlace {
  readonly bytes: Buffer;
  readonly isLast: boolean;
  readonly from: number;
  readonly line: number;
}

function headerWith(
  delimiter: string,
  { bytes, isLast, from, line }: HeaderPlace,
): Header | 'open' | 'stray' {
  const scanner = new CsvScanner(delimiter);
  const end = scanner.scan(bytes, from, isLast);
  if (end < 0) return end === OPEN ? 'open' : 'stray';
  const names = Array.from({ length: scanner.count }, (_, cell) => scanner.text(bytes, cell));
  return {
    delimiter,
    names,
    text: bytes.toString('utf8', 0, end),
    end,
    line: line + scanner.breaks,
  };
}

const KNOWN_WEIGHT = 100_000;

/** Returns the weight of a possible header. A known heading counts more than any number of cells. */
function weight({ names }: Header): number {
  return names.filter((name) => roleOf(name) !== undefined).length * KNOWN_WEIGHT + names.length;
}

interface Start {
  readonly delimiter: string;
  readonly end: number;
  readonly line: number;
  readonly width: number;
}

class CsvReader {
  readonly #source: Source;
  readonly #scanner: CsvScanner;
  readonly #start: Start;
  #row = 0;
  #line: number;

  constructor(source: Source, start: Start) {
    this.#source = source;
    this.#scanner = new CsvScanner(start.delimiter);
    this.#start = start;
    this.#line = start.line;
  }

  async *read(reading: Reading): AsyncGenerator<readonly TableRecord[], void, undefined> {
    const window = new ByteWindow(this.#source.chunks(reading.signal));
    try {
      let at = 0;
      while (window.bytes.length < this.#start.end && !window.isLast) await window.more(0);
      at = this.#start.end;
      for (;;) {
        const records: TableRecord[] = [];
        at = this.#scanAll(window, at, reading, records);
        if (records.length > 0) yield records;
        if (window.isLast) break;
        if (window.bytes.length - at > LONGEST_RECORD) throw this.#fatal();
        await window.more(at);
        at = 0;
      }
    } finally {
      await window.close();
    }
  }

  /**
   * Scans all complete records.
   * @returns offset of the first incomplete record
   */
  #scanAll(
    { bytes, isLast }: ByteWindow,
    from: number,
    reading: Reading,
    into: TableRecord[],
  ): number {
    const { length } = bytes;
    let at = from;
    while (at < length) {
      const end = this.#scanner.scan(bytes, at, isLast);
      if (end === STRAY) throw this.#fatal();
      if (end === OPEN) {
        if (isLast) throw this.#fatal();
        break;
      }
      const record = this.#record(bytes, at, reading);
      if (record !== undefined) into.push(record);
      this.#line += this.#scanner.breaks;
      at = end;
    }
    return at;
  }

  /**
   * Returns the record that was scanned last.
   * @returns undefined if the record is empty or not requested
   */
  #record(
    bytes: Buffer,
    start: number,
    { columns, only, faults }: Reading,
  ): TableRecord | undefined {
    const scanner = this.#scanner;
    const end = scanner.end(bytes);
    // A line with one quoted empty cell is a record. An empty line, or a line of empty cells, is not a record.
    if (bytes[start] !== 0x22 && scanner.isBlankFrom(bytes, 0)) return undefined;
    const row = ++this.#row;
    if (only?.has(row) === false) return undefined;
    const { width } = this.#start;
    if (scanner.count > width && !scanner.isBlankFrom(bytes, width))
      faults.add('bad-record', this.#line);
    const cells: Cell[] = [];
    for (const index of columns) {
      cells.push(index < scanner.count ? scanner.text(bytes, index) : undefined);
    }
    const place = this.#line;
    return { row, place, cells, bytes: only === undefined ? NO_BYTES : bytes.subarray(start, end) };
  }

  #fatal(): Error {
    return failureAt('bad-record', 'line', this.#line);
  }
}
