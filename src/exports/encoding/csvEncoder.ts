import { Buffer } from 'node:buffer';
import { selectedFields, type ExportField, type ExportPlan } from '../../base/exportPlan.ts';
import { protectedCell, csvCell } from '../../base/spreadsheetCell.ts';
import type { Span } from '../../base/jsonScan.ts';
import type { RecordPage } from '../../base/model.ts';
import { type ListColumns, uniqueNames } from './listColumns.ts';
import { CsvRows, type TextCell } from './csvRows.ts';
import { ByteSink, eachRecord, NO_BYTES, type PageEncoder } from './pageEncoder.ts';
import type { RecordShape } from './recordShape.ts';
import { createShowValue, type ShowValue, TableRow } from './tableRow.ts';

const BOM = '\u{feff}';
/** Matches the start of a number. A number is never a formula, even with a minus sign. */
const NUMBER = /^-?\d/;

export interface TableOptions {
  /** Shape that selects and masks the fields of each record. Absent if records are written as they are. */
  readonly shape?: RecordShape | undefined;
  /** Columns of single tags and parameters. Absent if one JSON column holds all tags, and another all parameters. */
  readonly columns?: ListColumns | undefined;
}

/** Returns an encoder for CSV as in RFC 4180: CRLF, a header line, and quotes only around cells that need them. */
export function csvTable(plan: ExportPlan, options: TableOptions): PageEncoder {
  const { columns } = options;
  const fields = selectedFields(plan);
  const cell = cellWriter(plan);
  const show = createShowValue(plan);
  const valueCell = textCell(cell, show);
  const sink = new ByteSink();
  const withShapedRecord = createShapedStep(options.shape);
  const groups = fields.flatMap(
    (field) => columns?.groups(field) ?? [{ names: [field], longNames: [field] }],
  );
  const headerLine = uniqueNames(groups)
    .map((name) => cell(name, 'text'))
    .join(',');
  const cellsOf = (row: TableRow, field: ExportField): readonly string[] => {
    const listCells = columns?.cells(row, field, show);
    if (listCells !== undefined) return listCells.map((text) => cell(text, 'text'));
    const json = row.json(field);
    return [json === undefined ? '' : valueCell(field, json)];
  };
  const rowText = (row: TableRow): string => {
    const cells = fields.map((field) => cellsOf(row, field));
    // The `other` cell is computed last, because `cellsOf` adds all values to it that do not fit into their columns.
    const cellTexts = cells.flatMap((texts, index) =>
      fields[index] === 'other' ? [cell(row.other(), 'text')] : texts,
    );
    // A row with a single empty cell would be an empty line.
    return cellTexts.length === 1 && cellTexts[0] === '' ? '""' : cellTexts.join(',');
  };
  // Columns of tags and parameters are found by name, so these rows are built from strings and not from bytes.
  const byteRows = columns === undefined ? new CsvRows(plan, sink, valueCell) : undefined;
  const write = (body: Uint8Array, record: Span): void => {
    const isWritten = byteRows?.write(body, record.start) ?? false;
    if (!isWritten) sink.text(`${rowText(new TableRow(body, record))}\r\n`);
  };
  const encode = async ({ body, records }: RecordPage): Promise<Uint8Array> => {
    await eachRecord(records, (record) => withShapedRecord(body, record, write));
    return sink.take();
  };
  const head = Buffer.from(`${plan.bom ? BOM : ''}${headerLine}\r\n`);
  return { head, tail: NO_BYTES, pageEnd: 'line-break', encode };
}

type RecordStep = (body: Uint8Array, record: Span) => void;

/** Returns a function that selects and masks the fields of a record, and passes the result to a step. */
function createShapedStep(shape: RecordShape | undefined) {
  const sink = new ByteSink();
  return (body: Uint8Array, record: Span, step: RecordStep): void => {
    if (shape === undefined) return step(body, record);
    shape.write(body, record, sink);
    const bytes = sink.take();
    step(bytes, { start: 0, end: bytes.length });
  };
}

function textCell(cell: CellText, show: ShowValue): TextCell {
  return (field, json) => cell(show(field, json), NUMBER.test(json) ? 'number' : 'text');
}

/** Returns the text of a cell as in the file: with quotes and, if needed, protected from being run as a formula. */
type CellText = (text: string, kind: 'text' | 'number') => string;

function cellWriter({ escapeFormulas }: ExportPlan): CellText {
  return (text, kind) => csvCell(escapeFormulas && kind === 'text' ? protectedCell(text) : text);
}
