import { Buffer } from 'node:buffer';
import { MAX_RECORD_BYTES, type PositionedKind } from '../../base/inputProblems.ts';
import { membersOf, QUOTE, spaceEnd, type Span, valueEnd } from '../../base/jsonScan.ts';
import { createTimeSlicer } from '../../base/promises.ts';
import type { Source } from './encodings.ts';
import { refuseTooManyColumns } from './headings.ts';
import { JsonList, type PlacedElements } from './jsonList.ts';
import { FindingCollector, inputError, badRecordError, throwProblems } from './problems.ts';
import {
  ByteWindow,
  type Cell,
  NO_BYTES,
  type ReadRequest,
  type Table,
  type TableRecord,
} from './table.ts';

type ElementReader = (request: ReadRequest) => AsyncIterable<PlacedElements>;

export async function openJson(source: Source, signal: AbortSignal): Promise<Table> {
  const elements: ElementReader = (request) => listElements(windowOf(source, request));
  return openElements(elements, signal, {
    format: 'json',
    unit: 'record',
    head: Buffer.from('[\n'),
    separator: Buffer.from(',\n'),
    tail: Buffer.from('\n]\n'),
  });
}

export async function openNdjson(source: Source, signal: AbortSignal): Promise<Table> {
  const lineBreak = Buffer.from('\n');
  const elements: ElementReader = (request) => ndjsonElements(windowOf(source, request), request);
  return openElements(elements, signal, {
    format: 'ndjson',
    unit: 'line',
    head: NO_BYTES,
    separator: lineBreak,
    tail: lineBreak,
  });
}

async function openElements(
  elements: ElementReader,
  signal: AbortSignal,
  table: Omit<Table, 'columns' | 'batches'>,
): Promise<Table> {
  const columns = await columnNamesIn(elements, signal, table.unit);
  refuseTooManyColumns(columns);
  return { ...table, columns, batches: (request) => recordsOf(elements, columns, request) };
}

function windowOf(source: Source, { signal }: ReadRequest): ByteWindow {
  return new ByteWindow(source.chunks(signal));
}

async function* listElements(window: ByteWindow): AsyncGenerator<PlacedElements, void, undefined> {
  try {
    let count = 0;
    for await (const { json, spans } of new JsonList(window).elements()) {
      yield { json, spans, positions: spans.map(() => ++count) };
    }
  } finally {
    await window.close();
  }
}

const LF = 0x0a;

/** Number of lines per time slice, which take a few milliseconds. */
const LINES_PER_SLICE = 5000;

/**
 * Reads a text with one value per line, then closes the window. Skips empty lines. Reports a line that is not valid JSON
 * as a problem.
 */
export async function* ndjsonElements(
  window: ByteWindow,
  { signal, problems }: Pick<ReadRequest, 'signal' | 'problems'>,
): AsyncGenerator<PlacedElements, void, undefined> {
  const pauseIfDue = createTimeSlicer();
  let lineReader = new LineReader(window, 0);
  try {
    for (;;) {
      const { hasMore, ...elements } = lineReader.read(problems);
      if (elements.spans.length > 0) yield elements;
      if (hasMore) {
        await pauseIfDue();
        signal.throwIfAborted();
        continue;
      }
      const { offset, lineCount } = lineReader;
      if (window.bytes.length - offset > MAX_RECORD_BYTES)
        throw badRecordError('line', lineCount + 1);
      if (window.isLast) return;
      await window.readMore(offset);
      lineReader = new LineReader(window, lineCount);
    }
  } finally {
    await window.close();
  }
}

class LineReader {
  /** Offset of the next line. */
  offset = 0;
  /** Number of lines before the next line, in the whole text. */
  lineCount: number;
  readonly #json: Buffer;
  readonly #isLast: boolean;
  /** Offset of the next byte that is not white space, which may be on a later line. */
  #textStart = -1;

  constructor({ bytes, isLast }: ByteWindow, linesBefore: number) {
    this.#json = bytes;
    this.#isLast = isLast;
    this.lineCount = linesBefore;
  }

  /** Reads up to `LINES_PER_SLICE` lines. `hasMore` shows whether the window has more complete lines. */
  read(problems: ReadRequest['problems']): PlacedElements & { readonly hasMore: boolean } {
    const json = this.#json;
    const spans: Span[] = [];
    const positions: number[] = [];
    let end = lineEnd(json, this.offset, this.#isLast);
    for (let remaining = LINES_PER_SLICE; remaining > 0 && end >= 0; remaining--) {
      this.lineCount++;
      // If an earlier search found text on this line, or after empty lines on a later one, its result is still valid.
      if (this.#textStart < this.offset) this.#textStart = spaceEnd(json, this.offset);
      const span = { start: this.#textStart, end };
      if (span.start < end && isValue(json, span)) {
        spans.push(span);
        positions.push(this.lineCount);
      } else if (span.start < end) problems.add('bad-record', this.lineCount);
      this.offset = end + 1;
      end = lineEnd(json, this.offset, this.#isLast);
    }
    return { json, spans, positions, hasMore: end >= 0 };
  }
}

/** Returns the end of the line at an offset. Negative if the line is incomplete, or there is no line. */
function lineEnd(json: Buffer, offset: number, isLast: boolean): number {
  if (offset >= json.length) return -1;
  const end = json.indexOf(LF, offset);
  return end < 0 && isLast ? json.length : end;
}

/** Returns whether the line is one JSON value. Parses only this line: an unclosed value must not reach the next line. */
function isValue(json: Buffer, { start, end }: Span): boolean {
  const line = json.subarray(start, end);
  const valueEndOffset = valueEnd(line, 0);
  return valueEndOffset >= 0 && spaceEnd(line, valueEndOffset) === line.length;
}

/** Number of records from which the columns are taken. A member that first occurs in a later record is not a column. */
const COLUMN_SAMPLE_SIZE = 1000;

async function columnNamesIn(
  elements: ElementReader,
  signal: AbortSignal,
  unit: Table['unit'],
): Promise<readonly string[]> {
  const names = new Set<string>();
  let count = 0;
  const problems = new FindingCollector<PositionedKind>(unit);
  for await (const { json, spans } of elements({ columns: [], signal, problems })) {
    for (const name of namesIn(json, spans.slice(0, COLUMN_SAMPLE_SIZE - count))) names.add(name);
    count += spans.length;
    if (count >= COLUMN_SAMPLE_SIZE) break;
  }
  if (names.size === 0) {
    throwProblems(problems.list());
    throw inputError({ kind: 'no-rows' });
  }
  return [...names];
}

async function* recordsOf(
  elements: ElementReader,
  columns: readonly string[],
  request: ReadRequest,
): AsyncGenerator<readonly TableRecord[], void, undefined> {
  const cellIndexes = new Map(
    request.columns.map((column, index) => [columns[column] ?? '', index]),
  );
  const { requestedRows } = request;
  let row = 0;
  for await (const { json, spans, positions } of elements(request)) {
    const records: TableRecord[] = [];
    for (const [index, span] of spans.entries()) {
      row++;
      if (requestedRows?.has(row) === false) continue;
      const cells = jsonCells(json, span, cellIndexes);
      const bytes = requestedRows === undefined ? NO_BYTES : json.subarray(span.start, span.end);
      records.push({ row, position: positions[index] ?? row, cells, bytes });
    }
    if (records.length > 0) yield records;
  }
}

/** @param cellIndexes name of each requested member → index of its cell */
function jsonCells(
  json: Buffer,
  record: Span,
  cellIndexes: ReadonlyMap<string, number>,
): readonly Cell[] {
  const cells = Array.from<Cell>({ length: cellIndexes.size }).fill(undefined);
  for (const { key, value } of membersOf(json, record.start) ?? []) {
    const index = cellIndexes.get(stringIn(json, key));
    // The last of several members with the same name counts, as with `JSON.parse`.
    if (index !== undefined) cells[index] = cellIn(json, value);
  }
  return cells;
}

/** Returns the names of all members of these objects, in the order of their first occurrence. */
export function namesIn(json: Buffer, records: readonly Span[]): readonly string[] {
  const names = new Set<string>();
  for (const { start } of records) {
    for (const { key } of membersOf(json, start) ?? []) names.add(stringIn(json, key));
  }
  return [...names];
}

function stringIn(json: Buffer, { start, end }: Span): string {
  const text = json.toString('utf8', start + 1, end - 1);
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
}

function cellIn(json: Buffer, value: Span): Cell {
  if (json[value.start] === QUOTE) return stringIn(json, value);
  const source = json.toString('utf8', value.start, value.end);
  if (source === 'null') return undefined;
  return { kind: /^[-\d]/.test(source) ? 'number' : 'other', source };
}
