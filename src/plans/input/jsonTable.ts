import { Buffer } from 'node:buffer';
import type { PlacedKind } from '../../base/inputProblems.ts';
import { membersOf, QUOTE, type Span } from '../../base/jsonScan.ts';
import { ByteWindow } from './byteWindow.ts';
import type { Source } from './encodings.ts';
import { refuseTooMany } from './headings.ts';
import { JsonList, type PlacedElements } from './jsonList.ts';
import { ndjsonElements } from './ndjsonLines.ts';
import { failure, Gathered, throwProblems } from './problems.ts';
import { type Cell, NO_BYTES, type Reading, type Table, type TableRecord } from './table.ts';

type ElementReader = (reading: Reading) => AsyncIterable<PlacedElements>;

export async function openJson(source: Source, signal: AbortSignal): Promise<Table> {
  return openElements((reading) => listElements(source, reading), signal, {
    format: 'json',
    unit: 'record',
    head: Buffer.from('[\n'),
    between: Buffer.from(',\n'),
    tail: Buffer.from('\n]\n'),
  });
}

export async function openNdjson(source: Source, signal: AbortSignal): Promise<Table> {
  const lineEnd = Buffer.from('\n');
  return openElements((reading) => ndjsonElements(source, reading), signal, {
    format: 'ndjson',
    unit: 'line',
    head: NO_BYTES,
    between: lineEnd,
    tail: lineEnd,
  });
}

async function openElements(
  elements: ElementReader,
  signal: AbortSignal,
  table: Omit<Table, 'columns' | 'batches'>,
): Promise<Table> {
  const columns = await firstNames(elements, signal, table.unit);
  refuseTooMany(columns);
  return { ...table, columns, batches: (reading) => recordsOf(elements, columns, reading) };
}

async function* listElements(
  source: Source,
  { signal }: Reading,
): AsyncGenerator<PlacedElements, void, undefined> {
  const window = new ByteWindow(source.chunks(signal));
  try {
    let count = 0;
    for await (const { json, spans } of new JsonList(window).elements()) {
      yield { json, spans, places: spans.map(() => ++count) };
    }
  } finally {
    await window.close();
  }
}

/** Number of records from which the columns are taken. A member that first occurs in a later record is not a column. */
const COLUMN_SAMPLE = 1000;

async function firstNames(
  elements: ElementReader,
  signal: AbortSignal,
  unit: Table['unit'],
): Promise<readonly string[]> {
  const names = new Set<string>();
  let count = 0;
  const faults = new Gathered<PlacedKind>(unit);
  for await (const { json, spans } of elements({ columns: [], signal, faults })) {
    for (const name of namesIn(json, spans.slice(0, COLUMN_SAMPLE - count))) names.add(name);
    count += spans.length;
    if (count >= COLUMN_SAMPLE) break;
  }
  if (names.size === 0) throwProblems(faults.list());
  if (names.size === 0) throw failure({ kind: 'no-rows' });
  return [...names];
}

async function* recordsOf(
  elements: ElementReader,
  columns: readonly string[],
  reading: Reading,
): AsyncGenerator<readonly TableRecord[], void, undefined> {
  const wanted = new Map(reading.columns.map((column, place) => [columns[column] ?? '', place]));
  const { only } = reading;
  let row = 0;
  for await (const { json, spans, places } of elements(reading)) {
    const records: TableRecord[] = [];
    for (const [index, span] of spans.entries()) {
      row++;
      if (only?.has(row) === false) continue;
      const cells = jsonCells(json, span, wanted);
      const bytes = only === undefined ? NO_BYTES : json.subarray(span.start, span.end);
      records.push({ row, place: places[index] ?? row, cells, bytes });
    }
    if (records.length > 0) yield records;
  }
}

/** Returns the values of these members of a record. All values are `undefined` if the record is not an object. */
function jsonCells(
  json: Buffer,
  record: Span,
  places: ReadonlyMap<string, number>,
): readonly Cell[] {
  const cells = Array.from<Cell>({ length: places.size }).fill(undefined);
  for (const { key, value } of membersOf(json, record.start) ?? []) {
    const place = places.get(stringIn(json, key));
    // The last of several members with the same name counts, as with `JSON.parse`.
    if (place !== undefined) cells[place] = cellIn(json, value);
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
