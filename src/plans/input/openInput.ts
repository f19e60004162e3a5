import type { PositionedKind } from '../../base/inputProblems.ts';
import { cutEnd } from '../../base/safeText.ts';
import { openText } from './encodings.ts';
import { openTable, refuseBinary } from './openTable.ts';
import { guessColumns } from './headings.ts';
import { InputFile } from './inputFile.ts';
import type { Input, InputColumn } from './inputFiles.ts';
import { inputError, FindingCollector, throwProblems } from './problems.ts';
import { RowReader } from './readRows.ts';
import { cellText, type Table } from './table.ts';

const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 100;
const SAMPLED_RECORDS = 100;
/** Number of bytes at the start of a file that show whether the file is binary. */
const HEAD_LENGTH = 1024;

export async function openInput(path: string, signal: AbortSignal): Promise<Input> {
  const file = await InputFile.open(path);
  if (file.size === 0) throw inputError({ kind: 'no-rows' });
  refuseBinary(await file.head(HEAD_LENGTH));
  const source = await openText(file, signal);
  return inputOf(await openTable(source, path, signal), signal);
}

async function inputOf(table: Table, signal: AbortSignal): Promise<Input> {
  const { format, columns } = table;
  return {
    format,
    columns: await columnsWithSamples(table, signal),
    guess: guessColumns(columns),
    rows: (choice, readSignal, onWarnings) =>
      new RowReader(table, choice).rows(readSignal, onWarnings),
    rawRows: (requestedRows, readSignal) => rawRows(table, requestedRows, readSignal),
  };
}

async function columnsWithSamples(
  table: Table,
  signal: AbortSignal,
): Promise<readonly InputColumn[]> {
  const columns = [...table.columns.keys()];
  const columnSamples = table.columns.map((name) => ({ name, samples: new Set<string>() }));
  const problems = new FindingCollector<PositionedKind>(table.unit);
  let recordCount = 0;
  for await (const records of table.batches({ columns, signal, problems })) {
    for (const { cells } of records.slice(0, SAMPLED_RECORDS - recordCount)) {
      for (const [index, cell] of cells.entries())
        addSample(columnSamples[index]?.samples, cellText(cell));
    }
    recordCount += records.length;
    if (recordCount >= SAMPLED_RECORDS) break;
  }
  if (recordCount === 0) {
    throwProblems(problems.list());
    throw inputError({ kind: 'no-rows' });
  }
  return columnSamples.map(({ name, samples }) => ({ name, samples: [...samples] }));
}

function addSample(samples: Set<string> | undefined, text: string): void {
  if (text === '' || samples === undefined || samples.size === MAX_SAMPLES) return;
  samples.add(cutEnd(text, MAX_SAMPLE_LENGTH));
}

async function* rawRows(
  table: Table,
  requestedRows: ReadonlyMap<number, string | undefined>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield table.head;
  if (requestedRows.size === 0) return;
  const columns = [...table.columns.keys()];
  const problems = new FindingCollector<PositionedKind>(table.unit);
  let count = 0;
  for await (const records of table.batches({ columns, requestedRows, signal, problems })) {
    for (const { row, cells, bytes } of records) {
      const id = requestedRows.get(row);
      if (id !== undefined && !cells.some((cell) => cellText(cell) === id)) {
        throw inputError({ kind: 'changed' });
      }
      if (count++ > 0) yield table.separator;
      yield bytes;
    }
  }
  if (count < requestedRows.size) throw inputError({ kind: 'changed' });
  yield table.tail;
}
