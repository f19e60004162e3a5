import { Buffer } from 'node:buffer';
import type { SchemaElement } from 'hyparquet-writer';
import { FIELDS, isListField, type ListField, type ScalarKind } from '../../base/customerFields.ts';
import type { ExportField } from '../../base/exportPlan.ts';
import { shownText, type ListEntry, type TableRow } from '../encoding/tableRow.ts';
import { Leaf } from './leaf.ts';
import { ListLeaves } from './listLeaves.ts';
import { digits, sharedText, textBytes, type PlainRead } from './plainValues.ts';

/** Column: its schema, and functions that add one value per row to the current row group. */
export interface ParquetColumn {
  readonly field: ExportField;
  readonly schema: readonly SchemaElement[];
  readonly leaves: readonly Leaf[];
  /** Adds the value of a row. A value that does not fit the type becomes `null` and goes to the row's `other`. */
  readonly add: (row: TableRow) => void;
  readonly addNull: () => void;
  /**
   * Adds a value in its usual spelling, directly from the bytes.
   * @returns false if the spelling is unusual or the type cannot hold the value; the caller must then truncate the
   * leaves
   */
  readonly addPlain: (body: Buffer, start: number, end: number) => boolean;
}

/** Converts JSON to a value. Returns `undefined` if the type cannot hold the value. */
type Read = (json: string) => unknown;

interface Scalar {
  readonly element: Omit<SchemaElement, 'name'>;
  readonly read: Read;
  readonly plain: () => PlainRead;
}

const INT32_MAX = 2 ** 31 - 1;
/** Maximum time of a JavaScript `Date`, in ms. */
const MAX_TIME = 8.64e15;

/** Text that occurs in many rows, so its strings are cached. */
const text: Scalar = {
  element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  read: (json) => (json.startsWith('"') ? shownText(json) : undefined),
  plain: sharedText,
};

/** Text that is nearly unique to a row. It is written as bytes and never decoded to a string. */
const uniqueText: Scalar = {
  ...text,
  read: (json) => (json.startsWith('"') ? Buffer.from(shownText(json)) : undefined),
  plain: () => textBytes,
};

const number: Scalar = {
  element: { type: 'INT32' },
  read: (json) => integerOf(json, INT32_MAX),
  plain: () => (body, start, end) => {
    const value = digits(body, start, end);
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
  read: (json) => {
    const ms = integerOf(json, MAX_TIME);
    return ms === undefined ? undefined : BigInt(ms);
  },
  plain: () => (body, start, end) => {
    const ms = digits(body, start, end);
    return ms >= 0 ? BigInt(ms) : undefined;
  },
};

const scalars: Readonly<Record<ScalarKind, Scalar>> = { text, filled: text, number, time };

/** Members of a list entry: name → type. */
type Members = ReadonlyMap<string, Scalar>;

export function parquetColumn(field: ExportField): ParquetColumn {
  if (field === 'other') return flatColumn(field, uniqueText, readOther);
  if (isListField(field)) return listColumn(field);
  const { kind, search } = FIELDS[field];
  const scalar = kind === 'text' && search !== 'shared' ? uniqueText : scalars[kind];
  return flatColumn(field, scalar, (row) => readScalar(row, field, scalar));
}

function flatColumn(
  field: ExportField,
  scalar: Scalar,
  read: (row: TableRow) => unknown,
): ParquetColumn {
  const schema = [optional(field, scalar)];
  const leaf = new Leaf(schema, scalar !== uniqueText);
  const plain = scalar.plain();
  return {
    field,
    schema,
    leaves: [leaf],
    add: (row) => leaf.add(read(row)),
    addNull: () => leaf.add(null),
    addPlain: (body, start, end) => {
      const value = plain(body, start, end);
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
      { leaf: new Leaf([...parentPath, optional(name, scalar)], false), read: scalar.plain() },
    ] as const;
  });
  const list = new ListLeaves(new Map(leaves));
  return {
    field,
    schema,
    leaves: leaves.map(([, { leaf }]) => leaf),
    add: (row) => list.add(readList(row, field, members)),
    addNull: () => list.add(null),
    addPlain: (body, start) => list.addPlain(body, start),
  };
}

function readScalar(row: TableRow, field: ExportField, { read }: Scalar): unknown {
  const json = row.json(field);
  if (json === undefined || json === 'null') return null;
  const value = read(json);
  if (value === undefined) row.moveToRest(field);
  return value ?? null;
}

function readOther(row: TableRow): Uint8Array | null {
  const other = row.other();
  return other === '' ? null : Buffer.from(other);
}

/** Returns the values of a list that fit the types. If a value does not fit, the whole list also goes to `other`. */
function readList(
  row: TableRow,
  field: ListField,
  members: Members,
): readonly (readonly unknown[])[] | null {
  const json = row.json(field);
  if (json === undefined || json === 'null') return null;
  const entries = row.list(field);
  const isWhole = entries?.every((entry) => fits(entry, members)) ?? false;
  if (!isWhole) row.moveToRest(field);
  return entries?.map((entry) => valuesOf(entry, members)) ?? null;
}

function fits(entry: ListEntry, members: Members): boolean {
  return [...entry].every(
    ([key, json]) => json === 'null' || members.get(key)?.read(json) !== undefined,
  );
}

function valuesOf(entry: ListEntry, members: Members): readonly unknown[] {
  return Array.from(members, ([key, { read }]) => {
    const json = entry.get(key);
    return json === undefined ? null : (read(json) ?? null);
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
