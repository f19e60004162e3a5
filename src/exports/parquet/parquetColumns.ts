import { Buffer } from 'node:buffer';
import type { SchemaElement } from 'hyparquet-writer';
import { FIELDS, isListField, type ListField, type ScalarKind } from '../../base/customerFields.ts';
import type { ExportField } from '../../base/exportPlan.ts';
import { shownText, type ListEntry, type TableRow } from '../encoding/tableRow.ts';
import { Leaf } from './leaf.ts';
import { ListLeaves } from './listLeaves.ts';
import { digits, sharedText, textBytes, type PlainRead } from './plainValues.ts';

/** A column: what it is in the schema, and how the values of a row group come into it, one for each row. */
export interface ParquetColumn {
  readonly field: ExportField;
  readonly schema: readonly SchemaElement[];
  readonly leaves: readonly Leaf[];
  /** A value that the column's type cannot hold is missing here and goes to the row's `other`. */
  readonly add: (row: TableRow) => void;
  readonly addNull: () => void;
  /**
   * The same, for a value that is spelled as nearly all are.
   * @returns `false`: it is not, or the type cannot hold it; what was added has to be taken out again
   */
  readonly addPlain: (body: Buffer, start: number, end: number) => boolean;
}

/** `undefined`: the type cannot hold it. */
type Read = (json: string) => unknown;

interface Scalar {
  readonly element: Omit<SchemaElement, 'name'>;
  readonly read: Read;
  readonly plain: () => PlainRead;
}

const INT32_MAX = 2 ** 31 - 1;
/** The range of a JavaScript `Date`, ms. */
const MAX_TIME = 8.64e15;

/** A text of which there are many more alike. */
const text: Scalar = {
  element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  read: (json) => (json.startsWith('"') ? shownText(json) : undefined),
  plain: sharedText,
};

/** A text that hardly another row has: written as bytes, it need not become a string first. */
const ownText: Scalar = {
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

/** An instant in UTC, ms. */
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

/** Of a list's entries. */
type Members = ReadonlyMap<string, Scalar>;

export function parquetColumn(field: ExportField): ParquetColumn {
  if (field === 'other') return flatColumn(field, ownText, readOther);
  if (isListField(field)) return listColumn(field);
  const { kind, search } = FIELDS[field];
  const scalar = kind === 'text' && search !== 'shared' ? ownText : scalars[kind];
  return flatColumn(field, scalar, (row) => readScalar(row, field, scalar));
}

function flatColumn(
  field: ExportField,
  scalar: Scalar,
  read: (row: TableRow) => unknown,
): ParquetColumn {
  const schema = [optional(field, scalar)];
  const leaf = new Leaf(schema, scalar !== ownText);
  const plain = scalar.plain();
  return {
    ...{ field, schema, leaves: [leaf] },
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
  const parts = Object.entries(FIELDS[field].entry);
  const members = new Map(parts.map(([name, kind]) => [name, scalars[kind]]));
  const schema = listSchema(field, members);
  const way = schema.slice(0, -members.size);
  const leaves = Array.from(members, ([name, scalar]) => {
    return [
      name,
      { leaf: new Leaf([...way, optional(name, scalar)], false), read: scalar.plain() },
    ] as const;
  });
  const list = new ListLeaves(new Map(leaves));
  return {
    ...{ field, schema, leaves: leaves.map(([, { leaf }]) => leaf) },
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

/** The list as far as the types hold it; whole in `other` too when they do not hold all of it. */
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

/** Three levels, as the format's own specification has lists. */
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
