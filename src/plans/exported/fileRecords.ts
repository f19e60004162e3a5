import { isUtf8, type Buffer } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import type { InputFormat } from '../../core/plans/inputFormats.ts';
import { InputError } from '../../core/plans/inputProblems.ts';
import { refuseOtherKind } from '../input/fileKind.ts';
import { textFormat } from '../input/openTable.ts';
import { ByteWindow } from '../tables/byteWindow.ts';
import { openText, type Source } from '../tables/encodings.ts';
import { failure } from '../tables/failures.ts';
import type { InputFile } from '../tables/inputFile.ts';
import { JsonList, type Elements } from '../tables/jsonList.ts';
import { ndjsonElements } from '../tables/ndjsonLines.ts';
import { openParquet } from '../tables/parquetTable.ts';
import { csvHead, CsvRows } from './csvRows.ts';
import type { NoteTaker } from './noteTaker.ts';
import { parquetCells } from './parquetCells.ts';
import { TableRecords } from './tableRecords.ts';

/** The records of a file as JSON, some at a time. */
export interface FileRecords {
  readonly format: InputFormat;
  read(notes: NoteTaker, signal: AbortSignal): AsyncIterable<Elements>;
}

const SUFFIX = /\.partial$/;
const SNIFFED = 64 << 10;
/** Of Parquet, between two turns of the event loop. */
const ROWS_AT_ONCE = 512;

/** Looks into a file for what it is. Throws `InputError`. */
export async function fileRecords(file: InputFile, signal: AbortSignal): Promise<FileRecords> {
  const name = file.path.replace(SUFFIX, '');
  if (file.size === 0) {
    // An export of nobody as lines has none.
    if (/\.(?:ndjson|jsonl)$/i.test(name)) return { format: 'ndjson', read: nothing };
    throw failure({ kind: 'empty' });
  }
  const head = await file.slice(0, SNIFFED);
  const known = kindOf(head);
  if (known === 'parquet') return parquetRecords(file);
  try {
    return await textRecords(file, head, signal);
  } catch (error) {
    throw known === 'text' ? error : known;
  }
}

/** @returns the error for what is no text as people write it: names of customers may have any character all the same */
function kindOf(head: Buffer): 'parquet' | 'text' | InputError {
  try {
    return refuseOtherKind(head.subarray(0, 1024));
  } catch (error) {
    const isBinary =
      InputError.is(error) &&
      error.problems.some((one) => one.kind === 'other-kind' && one.found === 'binary');
    if (isBinary) return error;
    throw error;
  }
}

async function textRecords(
  file: InputFile,
  head: Buffer,
  signal: AbortSignal,
): Promise<FileRecords> {
  const name = file.path.replace(SUFFIX, '');
  const source = await sourceOf(file, head, signal);
  switch (await textFormat(source, name, signal)) {
    case 'ndjson':
      return { format: 'ndjson', read: ({ faults }, reading) => lines(source, faults, reading) };
    case 'json':
      return { format: 'json', read: (_, reading) => list(source, reading) };
    case 'csv':
      return csvRecords(source, signal);
  }
}

async function* nothing(): AsyncGenerator<Elements, void, undefined> {
  // No element.
}

/** Exports are UTF-8, and are not read twice to know that; what somebody saved again may be something else. */
async function sourceOf(file: InputFile, head: Buffer, signal: AbortSignal): Promise<Source> {
  const [first, second] = head;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // A character may be cut at the end of what was read.
  const isText = [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, head.length - cut)));
  const hasMark = first === 0xef && second === 0xbb && head[2] === 0xbf;
  const direct: Source = {
    ...{ encoding: 'utf-8', hasMark },
    chunks: (reading) => file.chunks(reading, hasMark ? 3 : 0),
  };
  if (isText) return direct;
  if (isUtf16) return openText(file, signal);
  // Broken in one place, it can still be read but for that.
  return openText(file, signal).catch(() => direct);
}

async function* lines(
  source: Source,
  faults: NoteTaker['faults'],
  signal: AbortSignal,
): AsyncGenerator<Elements, void, undefined> {
  yield* ndjsonElements(source, { signal, faults });
}

async function* list(
  source: Source,
  signal: AbortSignal,
): AsyncGenerator<Elements, void, undefined> {
  const window = new ByteWindow(source.chunks(signal));
  try {
    yield* new JsonList(window).elements();
  } finally {
    await window.close();
  }
}

async function csvRecords(source: Source, signal: AbortSignal): Promise<FileRecords> {
  const head = await csvHead(source, signal);
  return {
    format: 'csv',
    read: async function* (notes, reading) {
      const table = new TableRecords(head.names, notes);
      const isText = (column: number): boolean => table.isField(column);
      for await (const rows of new CsvRows(source, head, notes).rows(reading, isText)) {
        yield table.elements(rows);
        await setImmediate();
      }
    },
  };
}

async function parquetRecords(file: InputFile): Promise<FileRecords> {
  const life = new AbortController();
  const table = await openParquet(file.path, life.signal);
  const { columns } = table;
  return {
    format: 'parquet',
    read: async function* (notes, signal) {
      const records = new TableRecords(columns, notes);
      const { faults } = notes;
      const all = [...columns.keys()];
      const toText = parquetCells(columns);
      for await (const rows of table.batches({ columns: all, asSent: true, signal, faults })) {
        for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
          const some = rows.slice(at, at + ROWS_AT_ONCE);
          yield records.elements(some.map(({ cells }) => toText(cells)));
          await setImmediate();
        }
      }
    },
  };
}
