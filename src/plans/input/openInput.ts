import { cutEnd } from '../../base/plainText.ts';
import type { Input, InputColumn } from './inputFiles.ts';
import type { InputEncoding } from './inputFormats.ts';
import { guessColumns } from './columnRoles.ts';
import { openText } from './encodings.ts';
import { failure, throwProblems } from './failures.ts';
import { Gathered } from './gathered.ts';
import { InputFile } from './inputFile.ts';
import { rawRows } from './rawRows.ts';
import { RowReader } from './readRows.ts';
import { refuseOtherKind } from './fileKind.ts';
import { openTable } from './openTable.ts';
import { cellText, type Table } from './table.ts';

const SAMPLES = 3;
/** Characters. */
const LONGEST_SAMPLE = 100;
/** Records that are looked at for samples. */
const SAMPLED = 100;

/** Looks into a file for what it is. */
export async function openInput(path: string, signal: AbortSignal): Promise<Input> {
  const file = await InputFile.open(path);
  if (file.size === 0) throw failure({ kind: 'no-rows' });
  refuseOtherKind(await file.slice(0, 1024));
  const source = await openText(file, signal);
  return inputOf(await openTable(source, path, signal), source.encoding, signal);
}

async function inputOf(table: Table, encoding: InputEncoding, signal: AbortSignal): Promise<Input> {
  const { format, columns } = table;
  return {
    format,
    encoding,
    columns: await sampled(table, signal),
    guess: guessColumns(columns),
    check: async (choice, checked) => {
      const reader = new RowReader(table, choice);
      for await (const rows of reader.rows(checked)) void rows;
      return reader.report;
    },
    rows: (choice, read, onReport) => new RowReader(table, choice).rows(read, onReport),
    rawRows: (wanted, read) => rawRows(table, wanted, read),
  };
}

async function sampled(table: Table, signal: AbortSignal): Promise<readonly InputColumn[]> {
  const columns = [...table.columns.keys()];
  const found = table.columns.map((name) => ({ name, samples: new Set<string>() }));
  const faults = new Gathered<never>(table.unit);
  let count = 0;
  for await (const records of table.batches({ columns, signal, faults })) {
    for (const { cells } of records.slice(0, SAMPLED - count)) {
      for (const [index, cell] of cells.entries()) addSample(found[index]?.samples, cellText(cell));
    }
    count += records.length;
    if (count >= SAMPLED) break;
  }
  if (count === 0) {
    throwProblems(faults.list());
    throw failure({ kind: 'no-rows' });
  }
  return found.map(({ name, samples }) => ({ name, samples: [...samples] }));
}

function addSample(samples: Set<string> | undefined, text: string): void {
  if (text === '' || samples === undefined || samples.size === SAMPLES) return;
  samples.add(cutEnd(text, LONGEST_SAMPLE));
}
