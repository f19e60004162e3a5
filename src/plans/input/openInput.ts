import type { PlacedKind } from '../../base/inputProblems.ts';
import { cutEnd } from '../../base/text.ts';
import { openText } from './encodings.ts';
import { openTable, refuseOtherKind } from './openTable.ts';
import { guessColumns } from './headings.ts';
import { InputFile } from './inputFile.ts';
import type { Input, InputColumn, InputEncoding } from './inputFiles.ts';
import { failure, Gathered, throwProblems } from './problems.ts';
import { RowReader } from './readRows.ts';
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

/** The records with these numbers as a file. */
async function* rawRows(
  table: Table,
  wanted: ReadonlyMap<number, string | undefined>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield table.head;
  if (wanted.size === 0) return;
  const columns = [...table.columns.keys()];
  const faults = new Gathered<PlacedKind>(table.unit);
  let count = 0;
  for await (const records of table.batches({ columns, only: wanted, signal, faults })) {
    for (const { row, cells, bytes } of records) {
      const id = wanted.get(row);
      if (id !== undefined && !cells.some((cell) => cellText(cell) === id)) {
        throw failure({ kind: 'changed' });
      }
      if (count++ > 0) yield table.between;
      yield bytes;
    }
  }
  if (count < wanted.size) throw failure({ kind: 'changed' });
  yield table.tail;
}
