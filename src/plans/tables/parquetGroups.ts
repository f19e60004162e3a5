import * as zlib from 'node:zlib';
import {
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
} from 'hyparquet';
import { isListField } from '../../core/customerFields.ts';
import { isObject } from '../../core/recordValues.ts';
import { failure } from './failures.ts';
import type { InputFile } from './inputFile.ts';
import type { RowsAsk } from './parquetReading.ts';
import type { Cell } from './table.ts';

/** Bytes of the columns that are read, before they were packed: a group is read at once. */
const LARGEST_GROUP = 512 << 20;
const MOST_ROWS_IN_GROUP = 10_000_000;

interface Column {
  readonly name: string;
  /** Its numbers are rounded, or may be. */
  readonly isInexact: boolean;
}

interface Group {
  readonly chosen: readonly Column[];
  readonly rows: readonly (readonly unknown[])[];
}

/** What a Parquet file has, group by group. Throws `InputError`, and whatever a broken file makes its reader throw. */
export class ParquetGroups {
  readonly #file: AsyncBuffer;
  readonly #metadata: FileMetaData;
  readonly #columns: readonly Column[];
  /** The group that was read last. */
  #read: (Group & { readonly key: string }) | undefined;

  private constructor(file: AsyncBuffer, metadata: FileMetaData) {
    this.#file = file;
    this.#metadata = metadata;
    this.#columns = columnsOf(metadata);
  }

  static async open(file: InputFile): Promise<ParquetGroups> {
    const buffer: AsyncBuffer = {
      byteLength: file.size,
      slice: async (start, end = file.size) => {
        const { buffer: bytes, byteOffset, length } = await file.slice(start, end);
        return bytes.slice(byteOffset, byteOffset + length);
      },
    };
    const metadata = await parquetMetadataAsync(buffer);
    for (const { num_rows: rows } of metadata.row_groups) {
      if (rows > MOST_ROWS_IN_GROUP) throw failure({ kind: 'large-parquet' });
      if (!(rows >= 0)) throw failure({ kind: 'broken-parquet', detail: 'no number of rows' });
    }
    return new ParquetGroups(buffer, metadata);
  }

  get names(): readonly string[] {
    return this.#columns.map(({ name }) => name);
  }

  /** How many rows each group has. */
  get sizes(): readonly number[] {
    return this.#metadata.row_groups.map((group) => Number(group.num_rows));
  }

  /** Some rows of a group; `from` and `to` count within it, from 0. */
  async rows({ group, columns, from, to, asSent = false }: RowsAsk) {
    const key = JSON.stringify([group, columns]);
    if (this.#read?.key !== key) {
      this.#read = { key, ...(await this.#group(group, columns)) };
    }
    const { chosen, rows } = this.#read;
    // Only now: what is made of a whole group keeps whoever waits for its first rows.
    return rows
      .slice(from, to)
      .map((values) => chosen.map((column, place) => cellOf(values[place], column, asSent)));
  }

  async #group(index: number, wanted: readonly number[]): Promise<Group> {
    const chosen = wanted.flatMap((column) => this.#columns[column] ?? []);
    const columns = chosen.map(({ name }) => name);
    refuseLarge(this.#metadata.row_groups[index], new Set(columns));
    const rowStart = this.sizes.slice(0, index).reduce((sum, size) => sum + size, 0);
    let rows: readonly (readonly unknown[])[] = [];
    await parquetRead({
      ...{ file: this.#file, metadata: this.#metadata, compressors, columns },
      rowStart,
      rowEnd: rowStart + (this.sizes[index] ?? 0),
      rowFormat: 'array',
      onComplete: (read: unknown[][]) => {
        rows = read;
      },
    });
    return { chosen, rows };
  }
}

function columnsOf(metadata: FileMetaData): readonly Column[] {
  return parquetSchema(metadata).children.map(({ element }) => {
    const { name, type, converted_type: converted, logical_type: logical } = element;
    const isFloat = type === 'DOUBLE' || type === 'FLOAT' || logical?.type === 'FLOAT16';
    return {
      name,
      isInexact: isFloat || converted === 'DECIMAL' || logical?.type === 'DECIMAL',
    };
  });
}

function refuseLarge(
  group: FileMetaData['row_groups'][number] | undefined,
  names: ReadonlySet<string>,
): void {
  const read = (group?.columns ?? []).flatMap(({ meta_data: data }) =>
    data !== undefined && names.has(data.path_in_schema[0] ?? '') ? [data] : [],
  );
  const bytes = read.reduce((sum, data) => sum + Number(data.total_uncompressed_size), 0);
  if (bytes > LARGEST_GROUP) throw failure({ kind: 'large-parquet' });
}

/** Also those that hyparquet leaves to others; never more than the page says that it has. */
const compressors: Compressors = {
  GZIP: (input, maxOutputLength) => zlib.unzipSync(input, { maxOutputLength }),
  BROTLI: (input, maxOutputLength) => zlib.brotliDecompressSync(input, { maxOutputLength }),
  ZSTD: (input, maxOutputLength) => zlib.zstdDecompressSync(input, { maxOutputLength }),
};

function cellOf(value: unknown, { name, isInexact }: Column, asSent: boolean): Cell {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') {
    return { kind: isInexact ? 'float' : 'exact', source: String(value) };
  }
  const sent = asSent && isListField(name) ? sentOf(value) : value;
  const source = value instanceof Date ? dateText(value) : jsonText(sent);
  return { kind: 'other', source };
}

function dateText(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

/** As the service sends it: times are numbers, and nothing is not there. */
function sentOf(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  if (Array.isArray(value)) return value.map(sentOf);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== null);
  return Object.fromEntries(entries.map(([key, part]) => [key, sentOf(part)]));
}

function jsonText(value: unknown): string {
  const written = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? String(part) : part,
  );
  return written ?? '';
}
