import type { InputWarning, PositionedKind } from '../../base/inputProblems.ts';
import { cutEnd } from '../../base/safeText.ts';
import { openText } from './encodings.ts';
import { openTable, refuseBinary } from './openTable.ts';
import { guessColumns } from './headings.ts';
import { InputFile } from './inputFile.ts';
import type {
  ColumnGuess,
  CompleteChoice,
  InputColumn,
  InputFormat,
  PlanCandidate,
} from './inputColumns.ts';
import { inputError, FindingCollector, throwProblems } from './problems.ts';
import { RowReader } from './readRows.ts';
import { cellText, type Table } from './table.ts';

const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 100;
const SAMPLED_RECORDS = 100;
/** Number of bytes at the start of a file that show whether the file is binary. */
const HEAD_LENGTH = 1024;

/**
 * @param path absolute path; the whole text is read once to detect its encoding
 * @throws {InputError} if the file cannot be read or is not supported
 */
export async function openInput(path: string, signal: AbortSignal): Promise<Input> {
  const file = await InputFile.open(path);
  if (file.size === 0) throw inputError({ kind: 'no-rows' });
  refuseBinary(await file.head(HEAD_LENGTH));
  const source = await openText(file, signal);
  const table = await openTable(source, path, signal);
  return new Input(table, await columnsWithSamples(table, signal));
}

/** File with users. All methods throw `InputError` for problems of the file, and the signal's reason on abort. */
export class Input {
  readonly format: InputFormat;
  readonly columns: readonly InputColumn[];
  readonly guess: ColumnGuess;
  readonly #table: Table;

  constructor(table: Table, columns: readonly InputColumn[]) {
    this.format = table.format;
    this.columns = columns;
    this.guess = guessColumns(table.columns);
    this.#table = table;
  }

  /**
   * Reads the rows in order, in batches. Errors in rows are thrown only at the end, so the caller must not use rows
   * before the iteration is complete.
   * @param onWarnings called at the end
   */
  rows(
    choice: CompleteChoice,
    signal: AbortSignal,
    onWarnings?: (warnings: readonly InputWarning[]) => void,
  ): AsyncIterable<readonly PlanCandidate[]> {
    return new RowReader(this.#table, choice).rows(signal, onWarnings);
  }

  /**
   * Copies some records to a file of the same format with the same columns: UTF-8, with unchanged bytes of each record.
   * @param requestedRows number of the record → ID of its user, or `undefined` if the record had no ID
   * @throws {InputError} if a record is missing, or no column has its ID any more
   */
  async *rawRows(
    requestedRows: ReadonlyMap<number, string | undefined>,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const table = this.#table;
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
