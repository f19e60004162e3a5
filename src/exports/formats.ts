import { isVerbatim, type ExportFormat, type ExportPlan } from '../base/exportPlan.ts';
import type { Checkpoint } from './checkpointShape.ts';
import { csvTable, type TableParts } from './encoding/csvEncoder.ts';
import { jsonArray, lines } from './encoding/jsonEncoders.ts';
import type { PageEncoder } from './encoding/pageEncoder.ts';
import { RecordShape } from './encoding/recordShape.ts';
import { writeColumns, writeParquet, type CollectedRecords, type Write } from './fromLines.ts';

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
