import {
  type ExportFormat,
  type ExportPlan,
  isVerbatim,
  selectedFields,
} from '../base/exportPlan.ts';
import type { RecordPage } from '../base/model.ts';
import type { Checkpoint } from './checkpoint.ts';
import { csvTable } from './encoding/csvEncoder.ts';
import { jsonArray, ndjson } from './encoding/jsonEncoders.ts';
import { ListColumns } from './encoding/listColumns.ts';
import type { PageEncoder } from './encoding/pageEncoder.ts';
import { RecordShape } from './encoding/recordShape.ts';
import { ParquetThread } from './parquet/parquetThread.ts';

/** Way to write a format: page by page while pages arrive, or in a conversion after all records are staged as lines. */
export type FormatWriter =
  /** @param shape `undefined` to copy every record unchanged */
  | { readonly encoder: (shape: RecordShape | undefined) => PageEncoder; readonly convert?: never }
  | { readonly convert: (records: StagedRecords, write: Write) => Promise<void> };

/** All differences between the formats in writing are in this table. */
const WRITERS: Readonly<Record<ExportFormat, (plan: ExportPlan) => FormatWriter>> = {
  ndjson: () => ({ encoder: ndjson }),
  json: () => ({ encoder: jsonArray }),
  csv: csvWriter,
  parquet: (plan) => ({ convert: (records, write) => writeParquet(plan, records, write) }),
};

function csvWriter(plan: ExportPlan): FormatWriter {
  return plan.lists === 'columns'
    ? { convert: (records, write) => writeColumns(plan, records, write) }
    : { encoder: (shape) => csvTable(plan, { shape }) };
}

export function writerOf(plan: ExportPlan): FormatWriter {
  return WRITERS[plan.format](plan);
}

/** Returns whether records are first staged as lines, and converted to the format after the last page. */
export function isStaged(state: Checkpoint): boolean {
  return state.isStaged ?? writerOf(state.plan).convert !== undefined;
}

/** Returns the encoder that writes pages to the partial file: in the final format, or as staged lines. */
export function encoderOf(state: Checkpoint): PageEncoder {
  const { plan, salt } = state;
  const shape = isVerbatim(plan) ? undefined : new RecordShape(plan, salt);
  const writer = writerOf(plan);
  // A writer with `convert` has no encoder, because its records are always staged.
  return isStaged(state) || writer.convert !== undefined ? ndjson(shape) : writer.encoder(shape);
}

/** Records of an export that are staged as lines and contain only the selected fields. */
export interface StagedRecords {
  /** Path of the target file, for error messages. */
  readonly file: string;
  /** Reads all records. Each call starts at the first record. A page is valid until the next page is read. */
  pages(): AsyncIterable<RecordPage>;
  /** Called with the number of records of each written page. */
  onRecords(count: number): void;
}

type Write = (bytes: Uint8Array) => Promise<void>;

async function writeParquet(plan: ExportPlan, records: StagedRecords, write: Write): Promise<void> {
  const parquet = new ParquetThread(selectedFields(plan), write);
  try {
    for await (const page of records.pages()) {
      await parquet.add(page);
      records.onRecords(page.records.length);
    }
    await parquet.finish();
  } finally {
    await parquet.close();
  }
}

/** Writes a CSV with columns for tags and parameters. Needs two passes, because the last line may add columns. */
async function writeColumns(plan: ExportPlan, records: StagedRecords, write: Write): Promise<void> {
  const columns = new ListColumns(selectedFields(plan), records.file);
  for await (const page of records.pages()) await columns.collect(page);
  await writePages(csvTable(plan, { columns }), records, write);
}

export async function writePages(
  encoder: PageEncoder,
  records: StagedRecords,
  write: Write,
): Promise<void> {
  await write(encoder.head);
  let recordsBefore = 0;
  for await (const page of records.pages()) {
    const { length } = page.records;
    await write(await encoder.encode(page, recordsBefore));
    recordsBefore += length;
    records.onRecords(length);
  }
  if (encoder.tail.length > 0) await write(encoder.tail);
}
