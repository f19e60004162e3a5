import { isListField, FIELDS } from '../../core/customerFields.ts';
import { isObject } from '../../core/recordValues.ts';
import { cellText, type Cell } from '../tables/table.ts';
import { jsonIn } from './cellValue.ts';

/** Turns the cells of a Parquet file into those of a table: in its lists times are times, and nothing is not there. */
export function parquetCells(
  columns: readonly string[],
): (cells: readonly Cell[]) => readonly string[] {
  const times = columns.map((name) => {
    if (!isListField(name)) return undefined;
    const parts = Object.entries(FIELDS[name].entry);
    return new Set(parts.flatMap(([part, kind]) => (kind === 'time' ? [part] : [])));
  });
  return (cells) =>
    cells.map((cell, index) => {
      const known = times[index];
      // A list that stands there as a text; others came as they were sent.
      const isText = known !== undefined && typeof cell === 'string' && cell !== '';
      return isText ? listText(cell, known) : cellText(cell);
    });
}

function listText(cell: string, times: ReadonlySet<string>): string {
  const list = jsonIn(cell)?.value;
  if (!Array.isArray(list)) return cell;
  return JSON.stringify(
    list.map((entry: unknown) => (isObject(entry) ? entryOf(entry, times) : entry)),
  );
}

function entryOf(
  entry: Readonly<Record<string, unknown>>,
  times: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(entry).flatMap(([key, value]): [string, unknown][] => {
      if (value === null) return [];
      const time = times.has(key) && typeof value === 'string' ? Date.parse(value) : Number.NaN;
      return [[key, Number.isNaN(time) ? value : time]];
    }),
  );
}
