import { Buffer } from 'node:buffer';
import { protectedCell } from '../../core/formulaCell.ts';
import { columnNames } from './headings.ts';
import { ParquetReading } from './parquetReading.ts';
import {
  cellText,
  NO_BYTES,
  type Cell,
  type Reading,
  type Table,
  type TableRecord,
} from './table.ts';

/** Rows that come from the thread at a time: what has come is unpacked in one go, with nothing else in between. */
const SLICE = 1024;

/** @param limitMs for one answer of the thread */
export async function openParquet(
  path: string,
  signal: AbortSignal,
  limitMs?: number,
): Promise<Table> {
  const file = new ParquetReading(path, signal, limitMs);
  try {
    const { names, sizes } = await file.open();
    const columns = columnNames(names);
    const slices = slicesOf(sizes);
    return {
      format: 'parquet',
      unit: 'record',
      columns,
      head: Buffer.from(`\u{feff}${csvLine(columns)}\r\n`),
      between: Buffer.from('\r\n'),
      tail: Buffer.from('\r\n'),
      batches: (reading) =>
        readGroups(new ParquetReading(path, reading.signal, limitMs), slices, reading),
    };
  } finally {
    await file.close();
  }
}

interface Slice {
  readonly group: number;
  /** Within the group, from 0. */
  readonly from: number;
  readonly to: number;
  /** Number of its first record. */
  readonly first: number;
}

function slicesOf(sizes: readonly number[]): readonly Slice[] {
  let before = 0;
  return sizes.flatMap((size, group) => {
    const start = before;
    before += size;
    return Array.from({ length: Math.ceil(size / SLICE) }, (_, index) => {
      const from = index * SLICE;
      return { group, from, to: Math.min(from + SLICE, size), first: start + from + 1 };
    });
  });
}

async function* readGroups(
  file: ParquetReading,
  slices: readonly Slice[],
  { columns, only, asSent }: Reading,
): AsyncGenerator<readonly TableRecord[], void, undefined> {
  const wanted = slices.filter(({ first, from, to }) => hasAny(only, first, first + to - from - 1));
  const read = ({ group, from, to }: Slice): Promise<readonly (readonly Cell[])[]> => {
    const rows = file.rows({ group, from, to, columns, asSent });
    // Who asked may have left before it fails, and is told otherwise when they come for it.
    rows.catch(() => undefined);
    return rows;
  };
  try {
    let ahead = wanted[0] && read(wanted[0]);
    for (const [index, { first }] of wanted.entries()) {
      const rows = (await ahead) ?? [];
      // The thread works while these are.
      const next = wanted[index + 1];
      ahead = next && read(next);
      yield recordsOf(rows, first, only);
    }
  } finally {
    await file.close();
  }
}

function recordsOf(
  rows: readonly (readonly Cell[])[],
  first: number,
  only: Reading['only'],
): readonly TableRecord[] {
  const records: TableRecord[] = [];
  for (const [index, cells] of rows.entries()) {
    const row = first + index;
    if (only?.has(row) === false) continue;
    const bytes = only === undefined ? NO_BYTES : Buffer.from(csvLine(cells.map(cellText)));
    records.push({ row, place: row, cells, bytes });
  }
  return records;
}

function csvLine(cells: readonly string[]): string {
  const line = cells.map((cell) => {
    const safe = protectedCell(cell);
    return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return line.length === 1 && line[0] === '' ? '""' : line.join(',');
}

function hasAny(rows: Reading['only'], from: number, to: number): boolean {
  if (rows === undefined) return true;
  for (let row = from; row <= to; row++) if (rows.has(row)) return true;
  return false;
}
