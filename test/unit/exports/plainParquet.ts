import { FIELDS, isListField, type ScalarKind } from '../../../src/base/customerFields.ts';
import type { ExportField } from '../../../src/base/exportPlan.ts';

type Fields = Readonly<Record<string, unknown>>;
type Entry = Readonly<Record<string, unknown>>;

/** Functions that convert a JSON value to a Parquet value. `undefined` if the value does not fit the type. */
const READERS: Readonly<Record<ScalarKind, (value: unknown) => unknown>> = {
  text: (value) => (typeof value === 'string' ? value.toWellFormed() : undefined),
  filled: (value) => (typeof value === 'string' ? value.toWellFormed() : undefined),
  // Adding 0 turns -0 into 0, because Parquet has no -0.
  number: (value) => (isInteger(value, 2 ** 31 - 1) ? value + 0 : undefined),
  time: (value) => (isInteger(value, 8.64e15) ? new Date(value) : undefined),
};

/** Returns the expected Parquet row of a record, in a simple, slow way; `other` is parsed. */
export function plainParquetRow(json: string, fields: readonly ExportField[]): Fields {
  const record: unknown = JSON.parse(json);
  const row: Record<string, unknown> = {};
  const otherValues = new Map<string, unknown>();
  if (typeof record !== 'object' || Array.isArray(record) || record === null) {
    for (const field of fields) row[field] = null;
    return { ...row, ...(fields.includes('other') ? { other: record } : {}) };
  }
  for (const [name, value] of Object.entries(record)) {
    if (!Object.hasOwn(FIELDS, name)) otherValues.set(name, value);
  }
  for (const field of fields.filter((name) => name !== 'other')) {
    const value: unknown = Object.hasOwn(record, field) ? Reflect.get(record, field) : null;
    const { shown, isWhole } = isListField(field)
      ? listOf(value, FIELDS[field].entry)
      : scalarOf(value, FIELDS[field].kind);
    row[field] = shown;
    if (!isWhole) otherValues.set(field, value);
  }
  if (fields.includes('other'))
    row['other'] = otherValues.size === 0 ? null : Object.fromEntries(otherValues);
  return row;
}

/** Parquet value, and whether it contains the whole JSON value. If not, the JSON value is also in `other`. */
interface Shown {
  readonly shown: unknown;
  readonly isWhole: boolean;
}

function scalarOf(value: unknown, kind: ScalarKind): Shown {
  if (value === null) return { shown: null, isWhole: true };
  const shown = READERS[kind](value);
  return { shown: shown ?? null, isWhole: shown !== undefined };
}

function listOf(value: unknown, entry: Readonly<Record<string, ScalarKind>>): Shown {
  if (value === null) return { shown: null, isWhole: true };
  if (!Array.isArray(value) || !value.every(isObject)) return { shown: null, isWhole: false };
  const fieldKinds = Object.entries(entry);
  const shown = value.map((element) =>
    Object.fromEntries(
      fieldKinds.map(
        ([name, kind]) => [name, scalarOf(ownValue(element, name), kind).shown] as const,
      ),
    ),
  );
  const isWhole = value.every((element) =>
    Object.keys(element).every((name) => {
      const entryField = fieldKinds.find(([fieldName]) => fieldName === name);
      return (
        ownValue(element, name) === null ||
        (entryField && scalarOf(ownValue(element, name), entryField[1]).isWhole)
      );
    }),
  );
  return { shown, isWhole };
}

function ownValue(entry: Entry, name: string): unknown {
  return Object.hasOwn(entry, name) ? entry[name] : null;
}

function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isInteger(value: unknown, max: number): value is number {
  return Number.isInteger(value) && Math.abs(Number(value)) <= max;
}
