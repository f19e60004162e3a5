import { type ExportFormat, type ExportPlan, isVerbatim, keptFields } from '../base/exportPlan.ts';
import type { RecordPage } from '../base/model.ts';
import type { Checkpoint } from './checkpoint.ts';
import { csvTable, type TableParts } from './encoding/csvEncoder.ts';
import { jsonArray, lines } from './encoding/jsonEncoders.ts';
import { ListColumns } from './encoding/listColumns.ts';
import type { PageEncoder } from './encoding/pageEncoder.ts';
import { RecordShape } from './encoding/recordShape.ts';
import { ParquetThread } from './parquet/parquetThread.ts';

/** How a file is written: page by page as the pages come, or from all records when they are there as lines. */
export type Writing =
  /** @param shape `undefined`: every record as it is */
  | { readonly encoder: (shape: RecordShape | undefined) => PageEncoder; readonly convert?: never }
  | { readonly convert: (records: CollectedRecords, write: Write) => Promise<void> };

/** All that the writing of an export distinguishes by format. */
const FORMATS: Readonly<Record<ExportFormat, (plan: ExportPlan) => Writing>> = {
  ndjson: () => ({ encoder: lines }),
  json: () => ({ encoder: jsonArray }),
  csv: (plan) => tableWriting(plan, (parts) => csvTable(plan, parts)),
  parquet: (plan) => ({ convert: (records, write) => writeParquet(plan, records, write) }),
};

function tableWriting(plan: ExportPlan, table: (parts: TableParts) => PageEncoder): Writing {
  return plan.lists === 'columns'
    ? { convert: (records, write) => writeColumns({ plan, table }, records, write) }
    : { encoder: (shape) => table({ shape }) };
}

export function writingOf(plan: ExportPlan): Writing {
  return FORMATS[plan.format](plan);
}

/** Whether an export is first written as lines, and turned into its format when all of them are there. */
export function isStaged({ plan, isStaged: wasStaged }: Checkpoint): boolean {
  return wasStaged ?? writingOf(plan).convert !== undefined;
}

/** What turns the pages of an export into its partial file. */
export function encoderOf(state: Checkpoint): PageEncoder {
  const { plan, salt } = state;
  const shape = isVerbatim(plan) ? undefined : new RecordShape(plan, salt);
  const writing = writingOf(plan);
  return isStaged(state) || writing.convert !== undefined ? lines(shape) : writing.encoder(shape);
}

/** The records of an export that were collected as lines, with the fields that are wanted. */
export interface CollectedRecords {
  /** The file that they are for, as errors name it. */
  readonly file: string;
  /** All of them, from the first one on at each call. A page is good until the next one. */
  pages(): AsyncIterable<RecordPage>;
  /** To be told of each page whose records are written. */
  onRecords(count: number): void;
}

/** Appends to the file that is made from them. */
type Write = (bytes: Uint8Array) => Promise<void>;

async function writeParquet(
  plan: ExportPlan,
  records: CollectedRecords,
  write: Write,
): Promise<void> {
  const parquet = new ParquetThread(keptFields(plan), write);
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

/** A table with columns for tags and params. Twice over the lines: which there are is known after the last one only. */
async function writeColumns(
  {
    plan,
    table,
  }: { readonly plan: ExportPlan; readonly table: (parts: TableParts) => PageEncoder },
  records: CollectedRecords,
  write: Write,
): Promise<void> {
  const columns = new ListColumns(keptFields(plan), records.file);
  for await (const page of records.pages()) await columns.collect(page);
  await writePages(table({ columns }), records, write);
}

export async function writePages(
  encoder: PageEncoder,
  records: CollectedRecords,
  write: Write,
): Promise<void> {
  await write(encoder.head);
  let written = 0;
  for await (const page of records.pages()) {
    const { length } = page.records;
    await write(await encoder.encode(page, written));
    written += length;
    records.onRecords(length);
  }
  if (encoder.tail.length > 0) await write(encoder.tail);
}
