import { Buffer } from 'node:buffer';
import { MAX_RECORD_BYTES, type PositionedKind } from '../../base/inputProblems.ts';
import { membersOf, QUOTE, spaceEnd, type Span, valueEnd } from '../../base/jsonScan.ts';
import { createTimeSlicer } from '../../base/promises.ts';
import type { Source } from './encodings.ts';
import { refuseTooManyColumns } from './headings.ts';
import { type Elements, JsonList } from './jsonList.ts';
import { FindingCollector, inputError, badRecordError, throwProblems } from './problems.ts';
import {
  ByteWindow,
  type Cell,
  NO_BYTES,
  type ReadRequest,
  type Table,
  type TableRecord,
} from './table.ts';

/** Elements with the line number of each. */
interface LineElements extends Elements {
  readonly positions: readonly number[];
}

type ElementReader = (request: ReadRequest) => AsyncIterable<Elements | LineElements>;

export async function openJson(source: Source, signal: AbortSignal): Promise<Table> {
  const elements: ElementReader = (request) => new JsonList(windowOf(source, request)).elements();
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
): AsyncGenerator<LineElements, void, undefined> {
  const pauseIfDue = createTimeSlicer();
  const place = { offset: 0, lineCount: 0 };
  try {
    for (;;) {
      const elements = readLines(window, place, problems);
      if (elements.spans.length > 0) yield elements;
      const { bytes, isLast } = window;
      // `readLines` has read as many lines as it may, and there are more.
      if (lineEnd(bytes, place.offset, isLast) >= 0) {
        await pauseIfDue();
        signal.throwIfAborted();
        continue;
      }
      if (bytes.length - place.offset > MAX_RECORD_BYTES)
        throw badRecordError('line', place.lineCount + 1);
      if (isLast) return;
      await window.readMore(place.offset);
      place.offset = 0;
    }
  } finally {
    await window.close();
  }
}

/**
 * Reads complete lines, at most `LINES_PER_SLICE`.
 * @param place offset of the next line, and number of lines before it; moved after the lines that were read
 */
function readLines(
  { bytes: json, isLast }: ByteWindow,
  place: { offset: number; lineCount: number },
  problems: ReadRequest['problems'],
): LineElements {
  const spans: Span[] = [];
  const positions: number[] = [];
  for (let remaining = LINES_PER_SLICE; remaining > 0; remaining--) {
    const { offset } = place;
    const end = lineEnd(json, offset, isLast);
    if (end < 0) break;
    place.offset = end + 1;
    place.lineCount++;
    const line = json.subarray(offset, end);
    const start = spaceEnd(line, 0);
    if (isValue(line, start)) {
      spans.push({ start: offset + start, end });
      positions.push(place.lineCount);
    } else if (start < line.length) problems.add('bad-record', place.lineCount);
  }
  return { json, spans, positions };
}

/** Returns the end of the line at an offset. Negative if the line is incomplete, or there is no line. */
function lineEnd(json: Buffer, offset: number, isLast: boolean): number {
  if (offset >= json.length) return -1;
  const end = json.indexOf(LF, offset);
  return end < 0 && isLast ? json.length : end;
}

/** Returns whether the line is one JSON value from `start` on. */
function isValue(line: Buffer, start: number): boolean {
  const valueEndOffset = valueEnd(line, start);
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
  for await (const batch of elements(request)) {
    const { json, spans } = batch;
    const positions = 'positions' in batch ? batch.positions : [];
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
  const cells = Array.from<Cell>({ length: cellIndexes.size });
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
