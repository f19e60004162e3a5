import { FIELDS, isListField, type FieldName, type ScalarKind } from '../../core/customerFields.ts';
import { statusOf } from '../../core/customers/customerStatus.ts';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** As exports write it, and as spreadsheets write it again. */
const CLOCK = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2}) (\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const INSTANT = /^[+-]?\d{4,6}-\d\d-\d\dT[\d:.]+Z$/;

export interface CellReading {
  /** A time was given as words of a clock. */
  readonly onClock: () => void;
}

/**
 * The JSON that a cell was written from; `undefined`: nothing. What does not look like its kind stays a text, and is
 * then told as a field that is not as it should be.
 */
export function fieldJson(
  field: FieldName,
  cell: string,
  reading: CellReading,
): string | undefined {
  if (isListField(field)) return listJson(cell);
  const { kind, isOptional } = FIELDS[field];
  if (cell === '') return kind === 'text' && !isOptional ? '""' : undefined;
  return scalarJson(field === 'status' ? 'status' : kind, cell, reading);
}

export function scalarJson(
  kind: ScalarKind | 'status',
  cell: string,
  { onClock }: CellReading,
): string {
  if (kind === 'text' || kind === 'filled') return JSON.stringify(cell);
  if (NUMBER.test(cell)) return cell;
  if (kind === 'status') return String(statusOf(cell) ?? JSON.stringify(cell));
  const time = kind === 'time' ? timeOf(cell, onClock) : undefined;
  return time === undefined ? JSON.stringify(cell) : String(time);
}

function timeOf(cell: string, onClock: () => void): number | undefined {
  const time = INSTANT.test(cell) ? Date.parse(cell) : clockTime(cell, onClock);
  return Number.isNaN(time) ? undefined : time;
}

function clockTime(cell: string, onClock: () => void): number {
  const parts = CLOCK.exec(cell);
  if (parts === null) return Number.NaN;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  onClock();
  return new Date(year, month - 1, day, hours, minutes, seconds).getTime();
}

function listJson(cell: string): string | undefined {
  if (cell === '') return undefined;
  return jsonIn(cell) === undefined ? JSON.stringify(cell) : cell;
}

/** What this JSON is; `undefined`: it is none, which no JSON says. */
export function jsonIn(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
