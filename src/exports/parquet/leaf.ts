import type { ByteWriter, SchemaElement } from 'hyparquet-writer';
import { writeColumn } from 'hyparquet-writer/src/column.js';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';

/** Maximum size of the values of a page before compression, in bytes. */
const PAGE_SIZE = 1 << 20;

/**
 * Values of one leaf of the Parquet schema in the current row group, with their definition and repetition levels. A
 * missing value is `null`. The levels are computed while rows arrive, which avoids building an object for each row.
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

  /** Removes the last values, down to a length. */
  truncate(length: number): void {
    this.#values.length = length;
    this.#definitions.length = length;
    if (this.#repetitions.length > length) this.#repetitions.length = length;
  }

  /** Adds the value of a row in a column that is not a list. */
  add(value: unknown): void {
    this.#values.push(value);
    this.#definitions.push(value === null ? 0 : this.#maxDefinition);
  }

  /**
   * Adds an empty slot for a member of a list entry. `fill` can set its value.
   * @param repetition 0 for the first slot of a row, otherwise 1
   */
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
