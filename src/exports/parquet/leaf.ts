import { Buffer } from 'node:buffer';
import type { ByteWriter, SchemaElement } from 'hyparquet-writer';
import { writeColumn } from 'hyparquet-writer/src/column.js';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';
import { readArray, readObject, REFUSED, type Span, valueEnd } from '../../base/jsonScan.ts';
import { isNull } from '../encoding/recordFields.ts';
import type { BytesReader } from './plainValues.ts';

/** Maximum size of a Parquet data page (a part of a column) before compression, in bytes. */
const PAGE_SIZE = 1 << 20;

/**
 * Values of one leaf of the Parquet schema (a Parquet column of single values) in the current row group, with their
 * definition and repetition levels. A missing value is `null`. The levels are computed while rows arrive, which avoids
 * building an object for each row.
 */
export class Leaf {
  readonly #name: string;
  readonly #path: SchemaElement[];
  readonly #element: SchemaElement;
  /** Definition level of a value that is present. */
  readonly #maxDefinition: number;
  readonly #hasStatistics: boolean;
  #values: unknown[] = [];
  #definitions: number[] = [];
  #repetitions: number[] = [];

  /**
   * @param path schema elements from the column to the leaf
   * @param hasStatistics whether to write minimum and maximum, by which readers can skip row groups
   */
  constructor(path: readonly SchemaElement[], hasStatistics: boolean) {
    const leaf = path.at(-1) ?? { name: '' };
    this.#path = [{ name: 'schema' }, ...path];
    this.#name = path.map(({ name }) => name).join('.');
    this.#maxDefinition = path.length;
    this.#hasStatistics = hasStatistics;
    // The values are 64-bit integers already. Without the converted type, the library writes them unchanged.
    this.#element = leaf.type === 'INT64' ? { name: leaf.name, type: leaf.type } : leaf;
  }

  get length(): number {
    return this.#values.length;
  }

  truncate(length: number): void {
    this.#values.length = length;
    this.#definitions.length = length;
    // A column that is not a list has no repetitions.
    if (this.#repetitions.length > length) this.#repetitions.length = length;
  }

  /** Adds the value of a row in a column that is not a list. */
  add(value: unknown): void {
    this.#values.push(value);
    this.#definitions.push(value === null ? 0 : this.#maxDefinition);
  }

  /** Adds an empty slot for a member of a tag or parameter. `repetition`: 0 in the first slot of a row, otherwise 1. */
  addSlot(definition: number, repetition: number): void {
    this.#values.push(null);
    this.#definitions.push(definition);
    this.#repetitions.push(repetition);
  }

  /** Sets the value of the last slot. */
  fill(value: unknown): void {
    const last = this.#values.length - 1;
    this.#values[last] = value;
    this.#definitions[last] = this.#maxDefinition;
  }

  /** Writes the values of the row group, and clears them. */
  writeTo(bytes: ByteWriter): ReturnType<typeof writeColumn> {
    const pageData = {
      values: this.#values,
      definitionLevels: this.#definitions,
      repetitionLevels: this.#repetitions,
      maxDefinitionLevel: this.#maxDefinition,
    };
    this.#values = [];
    this.#definitions = [];
    this.#repetitions = [];
    const column = {
      columnName: this.#name,
      // The element of an INT64 column has only a name and a type.
      element: { repetition_type: 'OPTIONAL' as const, ...this.#element },
      schemaPath: this.#path,
      codec: 'SNAPPY' as const,
      compressors: { SNAPPY: snappyCompress },
      stats: this.#hasStatistics,
      pageSize: PAGE_SIZE,
      columnIndex: false,
      offsetIndex: true,
    };
    return writeColumn({ writer: bytes, column, pageData });
  }
}

/**
 * Definition levels of a member. Three parts enclose it: the list, the repeated group and the entry. The level is the
 * number of those that are present.
 */
const LEVELS = { noList: 0, noEntry: 1, entry: 3 } as const;

interface Member {
  readonly key: Buffer;
  readonly leaf: Leaf;
  readonly read: BytesReader;
}

/** Leaves of a list column. Each member of an entry, such as the ID of a tag, has its own leaf. */
export class ListLeaves {
  readonly #members: readonly Member[];
  #body: Buffer = Buffer.alloc(0);
  #isFirstEntry = true;
  /** Bit mask of the members found in the current entry. */
  #foundMembers = 0;

  constructor(members: ReadonlyMap<string, { readonly leaf: Leaf; readonly read: BytesReader }>) {
    this.#members = Array.from(members, ([name, { leaf, read }]) => {
      return { key: Buffer.from(`"${name}"`), leaf, read };
    });
  }

  /**
   * Adds a list that contains only objects with known members, each at most once.
   * @returns false for any other value; the caller must then truncate the leaves
   */
  addFromBytes(body: Buffer, start: number): boolean {
    this.#body = body;
    this.#isFirstEntry = true;
    const end = readArray(body, start, this.#readEntry);
    if (this.#isFirstEntry) this.#addSlots(LEVELS.noEntry, 0);
    return end !== REFUSED;
  }

  /** @param entries the values of each entry, in the order of the members; `null` if there is no list */
  add(entries: readonly (readonly unknown[])[] | null): void {
    if (entries === null || entries.length === 0) {
      this.#addSlots(entries === null ? LEVELS.noList : LEVELS.noEntry, 0);
      return;
    }
    for (const [entryIndex, values] of entries.entries()) {
      this.#addSlots(LEVELS.entry, entryIndex === 0 ? 0 : 1);
      for (const [memberIndex, { leaf }] of this.#members.entries()) {
        if (values[memberIndex] !== null) leaf.fill(values[memberIndex]);
      }
    }
  }

  #addSlots(definition: number, repetition: number): void {
    for (const { leaf } of this.#members) leaf.addSlot(definition, repetition);
  }

  readonly #readEntry = (start: number): number => {
    this.#addSlots(LEVELS.entry, this.#isFirstEntry ? 0 : 1);
    this.#isFirstEntry = false;
    this.#foundMembers = 0;
    return readObject(this.#body, start, this.#readMember);
  };

  readonly #readMember = (key: Span, start: number): number => {
    const body = this.#body;
    const end = valueEnd(body, start);
    const index = this.#members.findIndex((candidate) => isNameAt(body, key, candidate.key));
    const member = this.#members[index];
    if (member === undefined || (this.#foundMembers & (1 << index)) !== 0) return REFUSED;
    this.#foundMembers |= 1 << index;
    if (isNull(body, start)) return end;
    const value = member.read(body, start, end);
    if (value === undefined) return REFUSED;
    member.leaf.fill(value);
    return end;
  };
}

function isNameAt(body: Buffer, { start, end }: Span, name: Buffer): boolean {
  if (end - start !== name.length) return false;
  for (let index = 0; index < name.length; index++) {
    if (body[start + index] !== name[index]) return false;
  }
  return true;
}
