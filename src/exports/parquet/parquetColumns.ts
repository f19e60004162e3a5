import { Buffer } from 'node:buffer';
import type { SchemaElement } from 'hyparquet-writer';
import { FIELDS, isListField, type ListField, type ScalarKind } from '../../base/customerFields.ts';
import type { ExportField } from '../../base/exportPlan.ts';
import { MAX_TIME } from '../../base/numbers.ts';
import { shownText, type ListEntry, type TableRow } from '../encoding/tableRow.ts';
import { Leaf, ListLeaves } from './leaf.ts';
import { parseDigits, createSharedTextReader, textBytes, type BytesReader } from './plainValues.ts';

/** Schema of a column, and functions that add one value per row to the current row group. */
export interface ParquetColumn {
  readonly schema: readonly SchemaElement[];
  readonly leaves: readonly Leaf[];
  /** Adds the value of a row. A value that does not fit the type becomes `null`, and is added to the `other` cell. */
  readonly add: (row: TableRow) => void;
  readonly addNull: () => void;
  /**
   * Adds a value faster than `add`, but only text without escapes and numbers of only digits, also inside a list.
   * @returns false if only `add` can add the value; the caller must then truncate the leaves
   */
  readonly addFromBytes: (body: Buffer, start: number, end: number) => boolean;
}

/** Converts the JSON of a value to a Parquet value. Returns `undefined` if the type cannot hold the value. */
type JsonReader = (json: string) => unknown;

/** Type of a column, or of a member in the entries (tags or parameters) of a list column. */
interface Scalar {
  readonly element: Omit<SchemaElement, 'name'>;
  readonly readJson: JsonReader;
  readonly createBytesReader: () => BytesReader;
}

const INT32_MAX = 2 ** 31 - 1;

/** Text that occurs in many rows, so its strings are cached. */
const text: Scalar = {
  element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  readJson: (json) => (json.startsWith('"') ? shownText(json) : undefined),
  createBytesReader: createSharedTextReader,
};

/** Text that few rows share. It is written as bytes and never decoded to a string. */
const rareText: Scalar = {
  ...text,
  readJson: (json) => (json.startsWith('"') ? Buffer.from(shownText(json)) : undefined),
  createBytesReader: () => textBytes,
};

const number: Scalar = {
  element: { type: 'INT32' },
  readJson: (json) => integerOf(json, INT32_MAX),
  createBytesReader: () => (body, start, end) => {
    const value = parseDigits(body, start, end);
    return value >= 0 && value <= INT32_MAX ? value : undefined;
  },
};

/** Instant in UTC, in ms since the epoch. */
const time: Scalar = {
  element: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  readJson: (json) => {
    const ms = integerOf(json, MAX_TIME);
    return ms === undefined ? undefined : BigInt(ms);
  },
  createBytesReader: () => (body, start, end) => {
    const ms = parseDigits(body, start, end);
    return ms >= 0 ? BigInt(ms) : undefined;
  },
};

const scalars: Readonly<Record<ScalarKind, Scalar>> = { text, filled: text, number, time };

type Members = ReadonlyMap<string, Scalar>;

export function parquetColumn(field: ExportField): ParquetColumn {
  if (field === 'other') return flatColumn(field, rareText, readOther);
  if (isListField(field)) return listColumn(field);
  const { kind, search } = FIELDS[field];
  const scalar = kind === 'text' && search !== 'shared' ? rareText : scalars[kind];
  return flatColumn(field, scalar, (row) => readScalar(row, field, scalar));
}

function flatColumn(
  field: ExportField,
  scalar: Scalar,
  read: (row: TableRow) => unknown,
): ParquetColumn {
  const schema = [optional(field, scalar)];
  const leaf = new Leaf(schema, scalar !== rareText);
  const readBytes = scalar.createBytesReader();
  return {
    schema,
    leaves: [leaf],
    add: (row) => leaf.add(read(row)),
    addNull: () => leaf.add(null),
    addFromBytes: (body, start, end) => {
      const value = readBytes(body, start, end);
      leaf.add(value ?? null);
      return value !== undefined;
    },
  };
}

function listColumn(field: ListField): ParquetColumn {
  const kinds = Object.entries(FIELDS[field].entry);
  const members = new Map(kinds.map(([name, kind]) => [name, scalars[kind]]));
  const schema = listSchema(field, members);
  const parentPath = schema.slice(0, -members.size);
  const leaves = Array.from(members, ([name, scalar]) => {
    return [
      name,
      {
        leaf: new Leaf([...parentPath, optional(name, scalar)], false),
        read: scalar.createBytesReader(),
      },
    ] as const;
  });
  const list = new ListLeaves(new Map(leaves));
  return {
    schema,
    leaves: leaves.map(([, { leaf }]) => leaf),
    add: (row) => list.add(readList(row, field, members)),
    addNull: () => list.add(null),
    addFromBytes: (body, start) => list.addFromBytes(body, start),
  };
}

function readScalar(row: TableRow, field: ExportField, { readJson }: Scalar): unknown {
  const json = row.json(field);
  if (json === undefined || json === 'null') return null;
  const value = readJson(json);
  if (value === undefined) row.addToOther(field);
  return value ?? null;
}

function readOther(row: TableRow): Uint8Array | null {
  const other = row.other();
  return other === '' ? null : Buffer.from(other);
}

/** Returns the values of a list that fit the types. If a value does not fit, the list is also added to `other`. */
function readList(
  row: TableRow,
  field: ListField,
  members: Members,
): readonly (readonly unknown[])[] | null {
  const json = row.json(field);
  if (json === undefined || json === 'null') return null;
  const entries = row.list(field);
  const fitsTypes = entries?.every((entry) => fits(entry, members)) ?? false;
  if (!fitsTypes) row.addToOther(field);
  return entries?.map((entry) => valuesOf(entry, members)) ?? null;
}

function fits(entry: ListEntry, members: Members): boolean {
  return [...entry].every(
    ([key, json]) => json === 'null' || members.get(key)?.readJson(json) !== undefined,
  );
}

function valuesOf(entry: ListEntry, members: Members): readonly unknown[] {
  return Array.from(members, ([key, { readJson }]) => {
    const json = entry.get(key);
    return json === undefined ? null : (readJson(json) ?? null);
  });
}

function optional(name: string, { element }: Scalar): SchemaElement {
  return { name, repetition_type: 'OPTIONAL', ...element };
}

/** Returns the schema of a list with three levels, as the Parquet specification requires. */
function listSchema(name: string, members: Members): SchemaElement[] {
  return [
    {
      name,
      repetition_type: 'OPTIONAL',
      num_children: 1,
      converted_type: 'LIST',
      logical_type: { type: 'LIST' },
    },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'OPTIONAL', num_children: members.size },
    ...Array.from(members, ([key, scalar]) => optional(key, scalar)),
  ];
}

function integerOf(json: string, max: number): number | undefined {
  if (json.startsWith('"')) return undefined;
  const value: unknown = JSON.parse(json);
  return Number.isInteger(value) && Math.abs(Number(value)) <= max ? Number(value) : undefined;
}
