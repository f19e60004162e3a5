import { Buffer } from 'node:buffer';
import * as zlib from 'node:zlib';
import {
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
} from 'hyparquet';
import { protectedCell } from '../../core/formulaCell.ts';
import { InputError } from '../../core/plans/inputProblems.ts';
import { failure } from './failures.ts';
import { columnNames } from './headings.ts';
import type { InputFile } from './inputFile.ts';
import {
  cellText,
  NO_BYTES,
  type Cell,
  type Reading,
  type Table,
  type TableRecord,
} from './table.ts';

/** Bytes of the columns that are read, before they were packed: a group is read at once. */
const LARGEST_GROUP = 512 << 20;
const MOST_ROWS_IN_GROUP = 10_000_000;

interface Column {
  readonly name: string;
  /** Its numbers are rounded, or may be. */
  readonly isInexact: boolean;
}

interface Opened {
  readonly buffer: AsyncBuffer;
  readonly metadata: FileMetaData;
  readonly columns: readonly Column[];
}

export async function openParquet(file: InputFile): Promise<Table> {
  const buffer: AsyncBuffer = {
    byteLength: file.size,
    slice: async (start, end = file.size) => {
      const { buffer: bytes, byteOffset, length } = await file.slice(start, end);
      return bytes.slice(byteOffset, byteOffset + length);
    },
  };
  const metadata = await understood(() => parquetMetadataAsync(buffer));
  const columns = await understood(async () => columnsOf(metadata));
  const names = columnNames(columns.map(({ name }) => name));
  const opened = { buffer, metadata, columns };
  return {
    format: 'parquet',
    unit: 'record',
    columns: names,
    head: Buffer.from(`\u{feff}${csvLine(names)}\r\n`),
    between: Buffer.from('\r\n'),
    tail: Buffer.from('\r\n'),
    batches: (reading) => readGroups(opened, reading),
  };
}

function columnsOf(metadata: FileMetaData): readonly Column[] {
  return parquetSchema(metadata).children.map(({ element }) => {
    const { name, type, converted_type: converted, logical_type: logical } = element;
    const isFloat = type === 'DOUBLE' || type === 'FLOAT' || logical?.type === 'FLOAT16';
    return {
      name,
      isInexact: isFloat || converted === 'DECIMAL' || logical?.type === 'DECIMAL',
    };
  });
}

async function* readGroups(
  { buffer, metadata, columns }: Opened,
  { columns: wanted, only, signal }: Reading,
): AsyncGenerator<readonly TableRecord[], void, undefined> {
  const chosen = wanted.flatMap((index) => columns[index] ?? []);
  let before = 0;
  for (const group of metadata.row_groups) {
    signal.throwIfAborted();
    const count = Number(group.num_rows);
    const rowStart = before;
    before += count;
    const isWanted = only === undefined || hasAny(only, rowStart + 1, before);
    if (count === 0 || !isWanted) continue;
    refuseLarge(group, new Set(chosen.map(({ name }) => name)));
    const rows = await understood(() =>
      rowsOf({
        ...{ file: buffer, metadata, compressors, rowStart, rowEnd: before },
        columns: chosen.map(({ name }) => name),
      }),
    );
    const records: TableRecord[] = [];
    for (const [index, values] of rows.entries()) {
      const row = rowStart + index + 1;
      if (only?.has(row) === false) continue;
      const cells = chosen.map(({ isInexact }, place) => cellOf(values[place], isInexact));
      const bytes = only === undefined ? NO_BYTES : Buffer.from(csvLine(cells.map(cellText)));
      records.push({ row, place: row, cells, bytes });
    }
    yield records;
  }
}

async function rowsOf(
  options: Omit<Parameters<typeof parquetRead>[0], 'rowFormat' | 'onComplete' | 'filter'>,
): Promise<readonly (readonly unknown[])[]> {
  let rows: readonly (readonly unknown[])[] = [];
  const onComplete = (read: unknown[][]): void => {
    rows = read;
  };
  await parquetRead({ ...options, rowFormat: 'array', onComplete });
  return rows;
}

function refuseLarge(group: FileMetaData['row_groups'][number], names: ReadonlySet<string>): void {
  const read = group.columns.flatMap(({ meta_data: data }) =>
    data !== undefined && names.has(data.path_in_schema[0] ?? '') ? [data] : [],
  );
  const bytes = read.reduce((sum, data) => sum + Number(data.total_uncompressed_size), 0);
  if (bytes <= LARGEST_GROUP && group.num_rows <= MOST_ROWS_IN_GROUP) return;
  throw failure({ kind: 'large-parquet' });
}

/** Also those that hyparquet leaves to others; never more than the page says that it has. */
const compressors: Compressors = {
  GZIP: (input, maxOutputLength) => zlib.unzipSync(input, { maxOutputLength }),
  BROTLI: (input, maxOutputLength) => zlib.brotliDecompressSync(input, { maxOutputLength }),
  ZSTD: (input, maxOutputLength) => zlib.zstdDecompressSync(input, { maxOutputLength }),
};

function cellOf(value: unknown, isInexact: boolean): Cell {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') {
    return { kind: isInexact ? 'float' : 'exact', source: String(value) };
  }
  const source = value instanceof Date ? dateText(value) : jsonText(value);
  return { kind: 'other', source };
}

function dateText(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

function jsonText(value: unknown): string {
  const written = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? String(part) : part,
  );
  return written ?? '';
}

function csvLine(cells: readonly string[]): string {
  const line = cells.map((cell) => {
    const safe = protectedCell(cell);
    return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return line.length === 1 && line[0] === '' ? '""' : line.join(',');
}

function hasAny(rows: { has(row: number): boolean }, from: number, to: number): boolean {
  for (let row = from; row <= to; row++) if (rows.has(row)) return true;
  return false;
}

/** A file that is broken, or made to break its reader, ends in one kind of error. */
async function understood<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (InputError.is(error)) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    throw failure({ kind: 'broken-parquet', detail: detail.slice(0, 200) });
  }
}
