import { keptFields, type ExportPlan } from '../core/exportPlan.ts';
import type { RecordPage } from '../core/model.ts';
import { partialOf, type Checkpoint } from './checkpoint.ts';
import { csvTable } from './csvEncoder.ts';
import { writeAll, type Files, type OpenFile } from './files.ts';
import { ListColumns } from './listColumns.ts';
import type { PageEncoder } from './pageEncoder.ts';
import { ParquetThread } from './parquetThread.ts';
import { stagedLines } from './stagedLines.ts';

/** Whether an export is first written as lines, and turned into its format when all of them are there. */
export function isStaged({ plan, isStaged: wasStaged }: Checkpoint): boolean {
  if (wasStaged !== undefined) return wasStaged;
  return plan.format === 'parquet' || (plan.format === 'csv' && plan.lists === 'columns');
}

export function convertingOf(file: string): string {
  return `${file}.converting`;
}

interface Conversion {
  readonly file: string;
  readonly plan: ExportPlan;
  readonly signal: AbortSignal;
  readonly onRecords: (count: number) => void;
}

/** Turns the lines of the partial file into the file itself, under a name of its own until it is whole. */
export async function convertLines(files: Files, conversion: Conversion): Promise<void> {
  const path = convertingOf(conversion.file);
  // Of an earlier run. Not overwritten: it might be a link to another file.
  await files.remove(path);
  const target = await files.open(path, 'wx', 0o600);
  try {
    const write = (bytes: Uint8Array): Promise<void> => writeAll(target, bytes);
    if (conversion.plan.format === 'parquet') await writeParquet(files, conversion, write);
    else if (conversion.plan.lists === 'columns') await writeColumns(files, conversion, write);
    else await writeTable(files, conversion, csvTable(conversion.plan, {}), write);
    await target.datasync();
  } finally {
    await target.close();
  }
}

type Write = (bytes: Uint8Array) => Promise<void>;

async function writeParquet(files: Files, conversion: Conversion, write: Write): Promise<void> {
  const parquet = new ParquetThread(keptFields(conversion.plan), write);
  try {
    for await (const page of pagesOf(files, conversion)) {
      await parquet.add(page);
      conversion.onRecords(page.records.length);
    }
    await parquet.finish();
  } finally {
    await parquet.close();
  }
}

/** Twice over the lines: which columns there are is known after the last one only. */
async function writeColumns(files: Files, conversion: Conversion, write: Write): Promise<void> {
  const { plan, file } = conversion;
  const columns = new ListColumns(keptFields(plan), file);
  for await (const page of pagesOf(files, conversion)) await columns.collect(page);
  await writeTable(files, conversion, csvTable(plan, { columns }), write);
}

async function writeTable(
  files: Files,
  conversion: Conversion,
  encoder: PageEncoder,
  write: Write,
): Promise<void> {
  await write(encoder.head);
  for await (const page of pagesOf(files, conversion)) {
    await write(await encoder.encode(page, 0));
    conversion.onRecords(page.records.length);
  }
}

async function* pagesOf(
  files: Files,
  { file, signal }: Conversion,
): AsyncGenerator<RecordPage, void, undefined> {
  const lines: OpenFile = await files.open(partialOf(file), 'r');
  try {
    for await (const page of stagedLines(lines)) {
      signal.throwIfAborted();
      yield page;
    }
  } finally {
    await lines.close();
  }
}
