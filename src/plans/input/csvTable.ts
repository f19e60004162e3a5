import { Buffer } from 'node:buffer';
import { MAX_RECORD_BYTES } from '../../base/inputProblems.ts';
import {
  ByteWindow,
  type Cell,
  NO_BYTES,
  type ReadRequest,
  type Table,
  type TableRecord,
} from './table.ts';
import { columnNames, looksLikeValue, roleOf } from './headings.ts';
import { CR, CsvScanner, INCOMPLETE, LF, QUOTE, TEXT_AFTER_QUOTE } from './csvScanner.ts';
import type { Source } from './encodings.ts';
import { inputError, badRecordError } from './problems.ts';

const BOM = '\u{feff}';
const DEFAULT_DELIMITERS = [',', ';', '\t'];

interface Header {
  readonly delimiter: string;
  readonly names: readonly string[];
  /** Source text from the start of the file to the end of the header line. */
  readonly text: string;
  readonly recordsOffset: number;
  readonly recordsLine: number;
}

export async function openCsv(source: Source, signal: AbortSignal): Promise<Table> {
  const header = await readHeader(source, signal);
  const { names, text } = header;
  const columns = columnNames(names);
  const [lineBreak = '\r\n'] = /(?:\r\n|\r|\n)$/.exec(text) ?? [];
  const lineEnd = Buffer.from(lineBreak);
  // A new file with some of the records has a byte order mark, unless the input is UTF-8 without one.
  const bom = source.hasByteOrderMark || source.encoding !== 'utf-8' ? BOM : '';
  return {
    format: 'csv',
    unit: 'line',
    columns,
    head: Buffer.from(`${bom}${text.endsWith(lineBreak) ? text : `${text}${lineBreak}`}`),
    separator: lineEnd,
    tail: lineEnd,
    batches: (request) => new CsvReader(source, header).read(request),
  };
}

async function readHeader(source: Source, signal: AbortSignal): Promise<Header> {
  const window = new ByteWindow(source.chunks(signal));
  try {
    for (;;) {
      await window.readMore(0);
      const header = findHeader(window);
      if (header !== undefined) return header;
      if (window.bytes.length > MAX_RECORD_BYTES) throw badRecordError('line', 1);
    }
  } finally {
    await window.close();
  }
}

/** Returns `undefined` if more bytes are needed. */
function findHeader(window: ByteWindow): Header | undefined {
  const { bytes, isLast } = window;
  // Excel understands a first line such as `sep=;`, which is not the header.
  const separatorLine = /^(?:"?)sep=(.)(?:"?)(?:\r\n|\r|\n)/.exec(bytes.toString('latin1', 0, 16));
  let from = separatorLine?.[0].length ?? 0;
  let line = separatorLine === null ? 1 : 2;
  // Skips empty lines. A line feed after a carriage return belongs to the same line break.
  for (; bytes[from] === LF || bytes[from] === CR; from++) {
    if (bytes[from] === LF || bytes[from + 1] !== LF) line++;
  }
  const delimiters = separatorLine?.[1] === undefined ? DEFAULT_DELIMITERS : [separatorLine[1]];
  const candidates = delimiters.map((delimiter) => headerWith(delimiter, window, from, line));
  if (!isLast && candidates.includes('incomplete')) return undefined;
  const headers = candidates.filter((candidate) => typeof candidate === 'object');
  const bestHeader = headers.toSorted((a, b) => scoreOf(b) - scoreOf(a))[0];
  if (bestHeader === undefined) throw badRecordError('line', line);
  // Without a known heading, a line with values is probably a record, so the file has no header line.
  if (scoreOf(bestHeader) < KNOWN_HEADING_SCORE && bestHeader.names.some(looksLikeValue))
    throw inputError({ kind: 'headings' });
  return bestHeader;
}

/** Returns the header line that starts at offset `from` if the file has this delimiter. `line`: its line number. */
function headerWith(
  delimiter: string,
  { bytes, isLast }: ByteWindow,
  from: number,
  line: number,
): Header | 'incomplete' | 'invalid' {
  const scanner = new CsvScanner(delimiter);
  const end = scanner.scan(bytes, from, isLast);
  if (end < 0) return end === INCOMPLETE ? 'incomplete' : 'invalid';
  const names = Array.from({ length: scanner.cellCount }, (_, cell) => scanner.text(bytes, cell));
  return {
    delimiter,
    names,
    text: bytes.toString('utf8', 0, end),
    recordsOffset: end,
    recordsLine: line + scanner.lineBreakCount,
  };
}

/** Score of a known heading. Higher than the number of cells in any accepted header. */
const KNOWN_HEADING_SCORE = 100_000;

function scoreOf({ names }: Header): number {
  return (
    names.filter((name) => roleOf(name) !== undefined).length * KNOWN_HEADING_SCORE + names.length
  );
}

/** Reads the records of a table once. */
class CsvReader {
  readonly #source: Source;
  readonly #scanner: CsvScanner;
  readonly #header: Header;
  #row = 0;
  #line: number;

  constructor(source: Source, header: Header) {
    this.#source = source;
    this.#scanner = new CsvScanner(header.delimiter);
    this.#header = header;
    this.#line = header.recordsLine;
  }

  async *read(request: ReadRequest): AsyncGenerator<readonly TableRecord[], void, undefined> {
    const window = new ByteWindow(this.#source.chunks(request.signal));
    try {
      let recordOffset = this.#header.recordsOffset;
      while (window.bytes.length < recordOffset && !window.isLast) await window.readMore(0);
      for (;;) {
        const records: TableRecord[] = [];
        recordOffset = this.#scanAll(window, recordOffset, request, records);
        if (records.length > 0) yield records;
        if (window.isLast) break;
        if (window.bytes.length - recordOffset > MAX_RECORD_BYTES) throw this.#badRecordError();
        await window.readMore(recordOffset);
        recordOffset = 0;
      }
    } finally {
      await window.close();
    }
  }

  /** Adds the requested records that are complete in the window. Returns the offset of the first incomplete one. */
  #scanAll(
    { bytes, isLast }: ByteWindow,
    from: number,
    request: ReadRequest,
    records: TableRecord[],
  ): number {
    const { length } = bytes;
    let offset = from;
    while (offset < length) {
      const end = this.#scanner.scan(bytes, offset, isLast);
      if (end === TEXT_AFTER_QUOTE) throw this.#badRecordError();
      if (end === INCOMPLETE) {
        if (isLast) throw this.#badRecordError();
        break;
      }
      const record = this.#record(bytes, offset, request);
      if (record !== undefined) records.push(record);
      this.#line += this.#scanner.lineBreakCount;
      offset = end;
    }
    return offset;
  }

  /** Counts the record that was scanned last. Returns `undefined` if the record is empty or not requested. */
  #record(
    bytes: Buffer,
    start: number,
    { columns, requestedRows, problems }: ReadRequest,
  ): TableRecord | undefined {
    const scanner = this.#scanner;
    const end = scanner.lastCellEnd(bytes);
    // A line with one quoted empty cell is a record. An empty line, or a line of empty cells, is not a record.
    if (bytes[start] !== QUOTE && scanner.isBlankFrom(bytes, 0)) return undefined;
    const row = ++this.#row;
    if (requestedRows?.has(row) === false) return undefined;
    const width = this.#header.names.length;
    // Text to the right of all headings: an unquoted cell probably contains the delimiter.
    if (scanner.cellCount > width && !scanner.isBlankFrom(bytes, width))
      problems.add('bad-record', this.#line);
    const cells: Cell[] = [];
    for (const index of columns) {
      cells.push(index < scanner.cellCount ? scanner.text(bytes, index) : undefined);
    }
    return {
      row,
      position: this.#line,
      cells,
      bytes: requestedRows === undefined ? NO_BYTES : bytes.subarray(start, end),
    };
  }

  #badRecordError(): Error {
    return badRecordError('line', this.#line);
  }
}
