import { Buffer } from 'node:buffer';
import { FIELD_NAMES, FIELDS } from '../../base/customerFields.ts';
import { keptFields, type ExportField, type ExportPlan } from '../../base/exportPlan.ts';
import { COMMA, QUOTE } from '../../base/jsonBytes.ts';
import type { ByteSink } from './byteSink.ts';
import { CsvCells } from './csvCells.ts';
import { NOWHERE, OTHER, RecordScan } from './recordScan.ts';

const CR = 0x0d;
const LF = 0x0a;
const [LETTER_N] = Buffer.from('null');

/** A cell that is made of a text: one with escapes, or a value that is shown in words. */
export type TextCell = (field: ExportField, json: string) => string;

interface Column {
  readonly field: ExportField;
  /** Its number in `FIELD_NAMES`. */
  readonly number: number;
  /** Whether its numbers are shown in words. */
  readonly isShown: boolean;
}

/** Rows of a CSV that has one column for each field, from the bytes of records to those of the file. */
export class CsvRows {
  readonly #sink: ByteSink;
  readonly #cells: CsvCells;
  readonly #textCell: TextCell;
  readonly #columns: readonly Column[];
  readonly #scan = new RecordScan();

  constructor(plan: ExportPlan, sink: ByteSink, textCell: TextCell) {
    this.#sink = sink;
    this.#textCell = textCell;
    this.#cells = new CsvCells(sink, plan.escapeFormulas);
    this.#columns = keptFields(plan).map((field) => ({
      field,
      number: (FIELD_NAMES as readonly ExportField[]).indexOf(field),
      isShown: plan.values === 'readable' && hasWords(field),
    }));
  }

  /** @returns `false`: the record is no object, and nothing was written */
  write(body: Uint8Array, start: number): boolean {
    if (!this.#scan.read(body, start)) return false;
    const sink = this.#sink;
    const begin = sink.length;
    let isFirst = true;
    for (const column of this.#columns) {
      if (!isFirst) sink.byte(COMMA);
      isFirst = false;
      this.#cell(body, column);
    }
    // A line of one empty cell would be an empty line.
    if (this.#columns.length === 1 && sink.length === begin) sink.text('""');
    sink.byte(CR);
    sink.byte(LF);
    return true;
  }

  #cell(body: Uint8Array, { field, number, isShown }: Column): void {
    const { starts, ends, rest } = this.#scan;
    if (number === OTHER) {
      if (rest.length > 0) this.#cells.members(body, rest);
      return;
    }
    const start = starts[number] ?? NOWHERE;
    const end = ends[number] ?? NOWHERE;
    const first = body[start];
    if (start === NOWHERE || first === LETTER_N) return;
    if (first !== QUOTE && !isShown) this.#cells.json(body, start, end);
    else if (first !== QUOTE || !this.#cells.string(body, start, end)) {
      const json = Buffer.from(body.buffer, body.byteOffset + start, end - start).toString();
      this.#sink.text(this.#textCell(field, json));
    }
  }
}

function hasWords(field: ExportField): boolean {
  return field === 'status' || (field !== 'other' && FIELDS[field].kind === 'time');
}
