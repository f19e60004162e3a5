import type { ByteWriter, SchemaElement } from 'hyparquet-writer';
import { writeColumn } from 'hyparquet-writer/src/column.js';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';

/** Of the values of a page before it is compressed. */
const PAGE_SIZE = 1 << 20;

/**
 * A leaf of the schema: its values in a row group, `null` where there is none, and the levels that say how much of
 * the way to it is there and where a row or an entry begins. Made here, as rows come, they need no objects and no walk
 * through them.
 */
export class Leaf {
  readonly #name: string;
  readonly #path: SchemaElement[];
  readonly #element: SchemaElement;
  /** The definition level of a value. */
  readonly #whole: number;
  readonly #hasStatistics: boolean;
  #values: unknown[] = [];
  #definitions: number[] = [];
  #repetitions: number[] = [];

  /**
   * @param path from the column to the leaf
   * @param hasStatistics whether readers can skip row groups by the least and the greatest value
   */
  constructor(path: readonly SchemaElement[], hasStatistics: boolean) {
    const leaf = path.at(-1) ?? { name: '' };
    this.#path = [{ name: 'schema' }, ...path];
    this.#name = path.map(({ name }) => name).join('.');
    this.#whole = path.length;
    this.#hasStatistics = hasStatistics;
    // Its values are numbers of 64 bits already, which are written as they are.
    this.#element = leaf.type === 'INT64' ? { name: leaf.name, type: leaf.type } : leaf;
  }

  get length(): number {
    return this.#values.length;
  }

  /** Forgets what came last. */
  truncate(length: number): void {
    this.#values.length = length;
    this.#definitions.length = length;
    if (this.#repetitions.length > length) this.#repetitions.length = length;
  }

  /** The value of a row in a column that is no list. */
  add(value: unknown): void {
    this.#values.push(value);
    this.#definitions.push(value === null ? 0 : this.#whole);
  }

  /** A place in a list that has no value, unless it is filled. @param repetition 0: the first of its row */
  addPlace(definition: number, repetition: number): void {
    this.#values.push(null);
    this.#definitions.push(definition);
    this.#repetitions.push(repetition);
  }

  fill(value: unknown): void {
    const last = this.#values.length - 1;
    this.#values[last] = value;
    this.#definitions[last] = this.#whole;
  }

  /** Writes the values, and begins anew. */
  writeTo(bytes: ByteWriter): ReturnType<typeof writeColumn> {
    const pageData = {
      values: this.#values,
      definitionLevels: this.#definitions,
      repetitionLevels: this.#repetitions,
      maxDefinitionLevel: this.#whole,
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
