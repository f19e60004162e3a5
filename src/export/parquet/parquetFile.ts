import { Buffer } from 'node:buffer';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { FIELD_NAMES } from '../../core/customerFields.ts';
import type { ExportField } from '../../core/exports/exportPlan.ts';
import type { Span } from '../../core/json/jsonScan.ts';
import type { RecordPage } from '../../core/model.ts';
import { NOWHERE, OTHER, RecordScan } from '../encoding/recordScan.ts';
import { TableRow } from '../encoding/tableRow.ts';
import { isNull } from './plainValues.ts';
import { parquetColumn, type ParquetColumn } from './parquetColumns.ts';

/** Enough for columns to be read alone with profit; few enough to be held in memory. */
const ROWS_IN_GROUP = 8_192;

/** Of the records' JSON; fewer rows make a group when they are large. */
const BYTES_IN_GROUP = 16 << 20;

/** Writes records as Parquet, a row group at a time. */
export class ParquetFile {
  readonly #columns: readonly ParquetColumn[];
  readonly #bytes: FlushedBytes;
  readonly #writer: ParquetWriter;
  #values: unknown[][];
  readonly #scan = new RecordScan();
  /** Of the field of each column, as the scan counts them. */
  readonly #numbers: readonly number[];
  #rows = 0;
  #bytesInGroup = 0;

  /** @param write appends to the file; the bytes are good until it is done */
  constructor(fields: readonly ExportField[], write: (bytes: Uint8Array) => Promise<void>) {
    // `other` last: what does not fit into the columns before it goes there.
    const ordered = fields.toSorted((a, b) => Number(a === 'other') - Number(b === 'other'));
    this.#columns = ordered.map(parquetColumn);
    this.#numbers = ordered.map((field) => (FIELD_NAMES as readonly ExportField[]).indexOf(field));
    this.#values = this.#columns.map(() => []);
    this.#bytes = new FlushedBytes(write);
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: schemaOf(this.#columns),
      createdBy: 'Bot Tag Explorer',
    });
  }

  /** Keeps the body until its row group is written. */
  async add({ body, records }: Pick<RecordPage, 'body' | 'records'>): Promise<void> {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
    for (const record of records) {
      if (!this.#addPlain(bytes, record)) {
        const row = new TableRow(body, record);
        for (const [index, { read }] of this.#columns.entries()) this.#set(index, read(row));
      }
      this.#rows++;
      this.#bytesInGroup += record.end - record.start;
      const isFull = this.#rows === ROWS_IN_GROUP || this.#bytesInGroup >= BYTES_IN_GROUP;
      if (isFull) await this.#writeGroup();
    }
  }

  async finish(): Promise<void> {
    await this.#writeGroup();
    await this.#writer.finish();
    await this.#bytes.flush();
  }

  /** @returns `false`: this record needs a closer look */
  #addPlain(body: Buffer, { start }: Span): boolean {
    const scan = this.#scan;
    if (!scan.read(body, start)) return false;
    for (let index = 0; index < this.#columns.length; index++) {
      const number = this.#numbers[index] ?? OTHER;
      const value = number === OTHER ? restOf(body, scan) : this.#plain(body, index, number);
      if (value === undefined) return false;
      this.#set(index, value);
    }
    return true;
  }

  #plain(body: Buffer, index: number, number: number): unknown {
    const start = this.#scan.starts[number] ?? NOWHERE;
    if (start === NOWHERE || isNull(body, start)) return null;
    return this.#columns[index]?.plain(body, start, this.#scan.ends[number] ?? start);
  }

  #set(index: number, value: unknown): void {
    const values = this.#values[index];
    if (values !== undefined) values[this.#rows] = value;
  }

  async #writeGroup(): Promise<void> {
    const values = this.#values;
    if (this.#rows === 0) return;
    this.#values = values.map(() => []);
    this.#rows = 0;
    this.#bytesInGroup = 0;
    const columnData = this.#columns.map(({ field }, index) => ({
      name: field,
      data: values[index] ?? [],
    }));
    await this.#writer.write({ columnData, rowGroupSize: ROWS_IN_GROUP });
  }
}

/** What the record has beyond its fields, as JSON. */
function restOf(body: Buffer, { rest }: RecordScan): Uint8Array | null {
  if (rest.length === 0) return null;
  const parts: string[] = [];
  for (let at = 0; at < rest.length; at += 4) {
    const key = body.toString('utf8', rest[at], rest[at + 1]);
    parts.push(`${key}:${body.toString('utf8', rest[at + 2], rest[at + 3])}`);
  }
  return Buffer.from(`{${parts.join(',')}}`);
}

function schemaOf(columns: readonly ParquetColumn[]): SchemaElement[] {
  const root = { name: 'schema', num_children: columns.length };
  return [root, ...columns.flatMap(({ schema }) => schema)];
}

/** Hands its bytes on after each row group, so that they do not pile up. */
class FlushedBytes extends ByteWriter {
  readonly #write: (bytes: Uint8Array) => Promise<void>;

  constructor(write: (bytes: Uint8Array) => Promise<void>) {
    super(1 << 20);
    this.#write = write;
  }

  async flush(): Promise<void> {
    await this.#write(new Uint8Array(this.buffer, 0, this.index));
    this.index = 0;
  }
}
