import { Buffer } from 'node:buffer';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { FIELD_NAMES } from '../../base/customerFields.ts';
import type { ExportField } from '../../base/exportPlan.ts';
import type { Span } from '../../base/jsonScan.ts';
import type { RecordPage } from '../../base/model.ts';
import { isNull, NO_OFFSET, OTHER_FIELD, RecordScan } from '../encoding/recordFields.ts';
import { TableRow } from '../encoding/tableRow.ts';
import type { Leaf } from './leaf.ts';
import { parquetColumn, type ParquetColumn } from './parquetColumns.ts';

/** Rows per row group: enough that reading single columns saves time, and few enough to fit in memory. */
const ROWS_IN_GROUP = 8_192;

/** Maximum JSON size of the records in a row group, in bytes. Large records make groups with fewer rows. */
const BYTES_IN_GROUP = 16 << 20;

export class ParquetFile {
  readonly #columns: readonly ParquetColumn[];
  readonly #bytes: FlushableWriter;
  readonly #writer: ParquetWriter;
  readonly #leaves: readonly Leaf[];
  /** Length of each leaf before the current record, for undoing a record that cannot be added from its bytes. */
  readonly #lengthsBefore: number[] = [];
  readonly #scan = new RecordScan();
  /** Field index of each column, as in `RecordScan`. */
  readonly #fieldIndexes: readonly number[];
  #rowCount = 0;
  #bytesInGroup = 0;

  /** @param write appends to the file; the bytes are valid until its promise resolves */
  constructor(fields: readonly ExportField[], write: (bytes: Uint8Array) => Promise<void>) {
    // The `other` column comes last, because it holds the values that do not fit into the columns before it.
    const ordered = fields.toSorted((a, b) => Number(a === 'other') - Number(b === 'other'));
    this.#columns = ordered.map(parquetColumn);
    this.#fieldIndexes = ordered.map((field) =>
      (FIELD_NAMES as readonly ExportField[]).indexOf(field),
    );
    this.#leaves = this.#columns.flatMap(({ leaves }) => leaves);
    this.#bytes = new FlushableWriter(write);
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: schemaOf(this.#columns),
      createdBy: 'Bot Tag Explorer',
    });
  }

  /** The body must stay unchanged until its row group is written. */
  async add({ body, records }: Pick<RecordPage, 'body' | 'records'>): Promise<void> {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
    for (const record of records) {
      if (!this.#addFromBytes(bytes, record)) {
        const row = new TableRow(body, record);
        for (const column of this.#columns) column.add(row);
      }
      this.#rowCount++;
      this.#bytesInGroup += record.end - record.start;
      const isFull = this.#rowCount === ROWS_IN_GROUP || this.#bytesInGroup >= BYTES_IN_GROUP;
      if (isFull) await this.#writeGroup();
    }
  }

  async finish(): Promise<void> {
    await this.#writeGroup();
    await this.#writer.finish();
    await this.#bytes.flush();
  }

  /** Returns false, and adds nothing, if the record must be added with `TableRow`. */
  #addFromBytes(body: Buffer, { start }: Span): boolean {
    if (!this.#scan.read(body, start)) return false;
    for (let index = 0; index < this.#leaves.length; index++)
      this.#lengthsBefore[index] = this.#leaves[index]?.length ?? 0;
    for (const [columnIndex, column] of this.#columns.entries()) {
      if (this.#addValue(column, body, this.#fieldIndexes[columnIndex] ?? OTHER_FIELD)) continue;
      for (const [leafIndex, leaf] of this.#leaves.entries())
        leaf.truncate(this.#lengthsBefore[leafIndex] ?? 0);
      return false;
    }
    return true;
  }

  /** Adds a value of the record. Returns `false` if the record must be added with `TableRow`. */
  #addValue(column: ParquetColumn, body: Buffer, fieldIndex: number): boolean {
    if (fieldIndex === OTHER_FIELD) {
      this.#addOther(column, body);
      return true;
    }
    const start = this.#scan.starts[fieldIndex] ?? NO_OFFSET;
    if (start !== NO_OFFSET && !isNull(body, start)) {
      return column.addFromBytes(body, start, this.#scan.ends[fieldIndex] ?? start);
    }
    column.addNull();
    return true;
  }

  /** Adds the members that are not known fields, as a JSON object. */
  #addOther({ leaves, addNull }: ParquetColumn, body: Buffer): void {
    const { otherSpans } = this.#scan;
    if (otherSpans.length === 0) addNull();
    else leaves[0]?.add(otherJson(body, otherSpans));
  }

  async #writeGroup(): Promise<void> {
    if (this.#rowCount === 0) return;
    const writer = this.#writer;
    const { offset: groupStart } = this.#bytes;
    const writtenColumns = this.#leaves.map((leaf) => leaf.writeTo(this.#bytes));
    const sizes = writtenColumns.map(({ chunk }) => chunk.meta_data?.total_uncompressed_size ?? 0n);
    const num_rows = BigInt(this.#rowCount);
    this.#rowCount = 0;
    this.#bytesInGroup = 0;
    // `writer.finish` writes the offset indexes of these columns at the end of the file.
    writer.pendingIndexes.push(...writtenColumns);
    writer.num_rows += num_rows;
    writer.row_groups.push({
      columns: writtenColumns.map(({ chunk }) => chunk),
      total_byte_size: sizes.reduce((sum, size) => sum + size, 0n),
      num_rows,
      total_compressed_size: BigInt(this.#bytes.offset - groupStart),
    });
    await this.#bytes.flush();
  }
}

/** @param otherSpans four offsets per member, as in `RecordScan.otherSpans` */
function otherJson(body: Buffer, otherSpans: readonly number[]): Uint8Array {
  const members: string[] = [];
  for (let index = 0; index < otherSpans.length; index += 4) {
    const key = body.toString('utf8', otherSpans[index], otherSpans[index + 1]);
    members.push(`${key}:${body.toString('utf8', otherSpans[index + 2], otherSpans[index + 3])}`);
  }
  return Buffer.from(`{${members.join(',')}}`);
}

function schemaOf(columns: readonly ParquetColumn[]): SchemaElement[] {
  const root = { name: 'schema', num_children: columns.length };
  return [root, ...columns.flatMap(({ schema }) => schema)];
}

/** Writer that can be flushed after each row group, so that the bytes do not pile up in memory. */
class FlushableWriter extends ByteWriter {
  readonly #write: (bytes: Uint8Array) => Promise<void>;

  constructor(write: (bytes: Uint8Array) => Promise<void>) {
    // Initial size of the buffer, in bytes.
    super(1 << 20);
    this.#write = write;
  }

  async flush(): Promise<void> {
    await this.#write(new Uint8Array(this.buffer, 0, this.index));
    this.index = 0;
  }
}
