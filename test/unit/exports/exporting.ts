import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { parquetMetadata, parquetReadObjects, type FileMetaData } from 'hyparquet';
import {
  EXPORT_FIELDS,
  type Exporter,
  type ExportJob,
  type ExportPlan,
  type ExportProgress,
  type ExportRun,
  type RecordSource,
} from '../../../src/base/exportPlan.ts';
import type { CustomerQuery, RecordPage } from '../../../src/base/model.ts';
import type { BotService } from '../../../src/base/endpoints.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { onCleanup } from '../cleanup.ts';

/** Returns a path in a new folder, which `cleanUp` removes. */
export function newFile(name = 'customers.out'): string {
  const folder = temporaryFolder('export');
  onCleanup(async () => folder.remove());
  return join(folder.path, name);
}

/** Returns a plan for NDJSON with all fields. */
export function planOf(change: Partial<ExportPlan> = {}): ExportPlan {
  return {
    format: 'ndjson',
    fields: EXPORT_FIELDS,
    masks: {},
    bom: false,
    lists: 'json',
    escapeFormulas: true,
    ...change,
  };
}

/** Returns a job that exports to a new file, by default as NDJSON with all fields. */
export function jobOf(
  file: string,
  plan: Partial<ExportPlan> = {},
  change: Partial<ExportJob> = {},
): ExportJob {
  return {
    file,
    plan: planOf(plan),
    bot: 'k',
    query: { botId: 'bot-sandbox', limit: 10 },
    isResumable: true,
    overwrite: false,
    ...change,
  };
}

export function runOf(
  signal = new AbortController().signal,
  onProgress: (progress: ExportProgress) => void = () => {},
): ExportRun {
  return { signal, onProgress };
}

/** Returns the pages of a service. */
export function sourceOf(service: BotService, query: CustomerQuery): RecordSource {
  return (start, signal) =>
    service.walkRecords({ ...query, ...(start === undefined ? {} : { next: start }) }, signal);
}

/** Returns pages of these records, each in JSON. The key of a page is its index. */
export function pagesOf(...pages: readonly (readonly string[])[]): RecordSource {
  return async function* (start) {
    for (let index = Number(start ?? 0); index < pages.length; index++) {
      const next = index + 1 < pages.length ? String(index + 1) : undefined;
      yield pageOf(pages[index] ?? [], next);
    }
  };
}

export function pageOf(records: readonly string[], next?: string): RecordPage {
  const body = new TextEncoder().encode(records.map((record) => `${record},`).join(''));
  let offset = 0;
  const spans = records.map((record) => {
    const start = offset;
    const end = start + Buffer.byteLength(record);
    offset = end + 1;
    return { start, end };
  });
  return { body, records: spans, next };
}

/** Exports these records as one page, and returns the text of the file. */
export async function exported(
  records: readonly string[],
  plan: Partial<ExportPlan> = {},
  exporter: Exporter = createExporter(),
): Promise<string> {
  const file = newFile();
  await exporter.start(jobOf(file, plan), pagesOf(records), runOf());
  return readFileSync(file, 'utf8');
}

/** Returns the parsed records of an NDJSON file. */
export function linesOf(file: string): readonly unknown[] {
  const text = readFileSync(file, 'utf8');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

type Fields = Record<string, unknown>;

/** Returns the rows of a CSV file by column, read by a third-party parser. */
export function csvOf(file: string): readonly Fields[] {
  return parse(readFileSync(file), { columns: true, bom: true, record_delimiter: '\r\n' });
}

export async function parquetOf(file: string): Promise<readonly Fields[]> {
  return parquetReadObjects({ file: bufferOf(file) });
}

export function parquetMetadataOf(file: string): FileMetaData {
  return parquetMetadata(bufferOf(file));
}

function bufferOf(file: string): ArrayBuffer {
  const bytes = readFileSync(file);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}
