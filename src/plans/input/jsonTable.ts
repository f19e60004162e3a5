import { Buffer } from 'node:buffer';
import type { PositionedKind } from '../../base/inputProblems.ts';
import { membersOf, QUOTE, type Span } from '../../base/jsonScan.ts';
import { ByteWindow } from './byteWindow.ts';
import type { Source } from './encodings.ts';
import { refuseTooManyColumns } from './headings.ts';
import { JsonList, type PlacedElements } from './jsonList.ts';
import { ndjsonElements } from './ndjsonLines.ts';
import { inputError, FindingCollector, throwProblems } from './problems.ts';
import { type Cell, NO_BYTES, type ReadRequest, type Table, type TableRecord } from './table.ts';

type ElementReader = (request: ReadRequest) => AsyncIterable<PlacedElements>;

export async function openJson(source: Source, signal: AbortSignal): Promise<Table> {
  return openElements((request) => listElements(source, request), signal, {
    format: 'json',
    unit: 'record',
    head: Buffer.from('[\n'),
    separator: Buffer.from(',\n'),
    tail: Buffer.from('\n]\n'),
  });
}

export async function openNdjson(source: Source, signal: AbortSignal): Promise<Table> {
  const lineEnd = Buffer.from('\n');
  return openElements((request) => ndjsonElements(source, request), signal, {
    format: 'ndjson',
    unit: 'line',
    head: NO_BYTES,
    separator: lineEnd,
    tail: lineEnd,
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

async function* listElements(
  source: Source,
  { signal }: ReadRequest,
): AsyncGenerator<PlacedElements, void, undefined> {
  const window = new ByteWindow(source.chunks(signal));
  try {
    let count = 0;
    for await (const { json, spans } of new JsonList(window).elements()) {
      yield { json, spans, positions: spans.map(() => ++count) };
    }
  } finally {
    await window.close();
  }
}

/** Number of records from which the columns are taken. A member that first occurs in a later record is not a column. */
const COLUMN_SAMPLE = 1000;

/** Returns the names of the columns: those of all members in the first records. */
async function columnNamesIn(
  elements: ElementReader,
  signal: AbortSignal,
  unit: Table['unit'],
): Promise<readonly string[]> {
  const names = new Set<string>();
  let count = 0;
  const problems = new FindingCollector<PositionedKind>(unit);
  for await (const { json, spans } of elements({ columns: [], signal, problems })) {
    for (const name of namesIn(json, spans.slice(0, COLUMN_SAMPLE - count))) names.add(name);
    count += spans.length;
    if (count >= COLUMN_SAMPLE) break;
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

/**
 * Returns the cells of a record. All cells are `undefined` if the record is not an object.
 * @param cellIndexes name of each requested member → index of its cell
 */
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
