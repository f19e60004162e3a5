import { keptFields, type ExportPlan } from '../base/exportPlan.ts';
import type { RecordPage } from '../base/model.ts';
import type { TableParts } from './encoding/csvEncoder.ts';
import { ListColumns } from './encoding/listColumns.ts';
import type { PageEncoder } from './encoding/pageEncoder.ts';
import { ParquetThread } from './parquet/parquetThread.ts';

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
export type Write = (bytes: Uint8Array) => Promise<void>;

export async function writeParquet(
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
export async function writeColumns(
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
