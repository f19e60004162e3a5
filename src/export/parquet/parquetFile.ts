import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { ExportField } from '../../core/exports/exportPlan.ts';
import type { RecordPage } from '../../core/model.ts';
import { TableRow } from '../encoding/tableRow.ts';
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
  #bytesInGroup = 0;

  /** @param write appends to the file; the bytes are good until it is done */
  constructor(fields: readonly ExportField[], write: (bytes: Uint8Array) => Promise<void>) {
    // `other` last: what does not fit into the columns before it goes there.
    const ordered = fields.toSorted((a, b) => Number(a === 'other') - Number(b === 'other'));
    this.#columns = ordered.map(parquetColumn);
    this.#values = this.#columns.map(() => []);
    this.#bytes = new FlushedBytes(write);
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: schemaOf(this.#columns),
      createdBy: 'Bot Tag Explorer',
    });
  }

  async add({ body, records }: Pick<RecordPage, 'body' | 'records'>): Promise<void> {
    for (const record of records) {
      const row = new TableRow(body, record);
      for (const [index, { read }] of this.#columns.entries()) this.#values[index]?.push(read(row));
      this.#bytesInGroup += record.end - record.start;
      const isFull =
        this.#values[0]?.length === ROWS_IN_GROUP || this.#bytesInGroup >= BYTES_IN_GROUP;
      if (isFull) await this.#writeGroup();
    }
  }

  async finish(): Promise<void> {
    await this.#writeGroup();
    await this.#writer.finish();
    await this.#bytes.flush();
  }

  async #writeGroup(): Promise<void> {
    const values = this.#values;
    if ((values[0]?.length ?? 0) === 0) return;
    this.#values = values.map(() => []);
    this.#bytesInGroup = 0;
    const columnData = this.#columns.map(({ field }, index) => ({
      name: field,
      data: values[index] ?? [],
    }));
    await this.#writer.write({ columnData, rowGroupSize: ROWS_IN_GROUP });
  }
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
