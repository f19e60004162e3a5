import { Buffer } from 'node:buffer';
import { keptFields, type ExportField, type ExportPlan } from '../../base/exportPlan.ts';
import { protectedCell } from '../../base/text.ts';
import type { Span } from '../../base/jsonScan.ts';
import type { RecordPage } from '../../base/model.ts';
import { ByteSink } from './byteSink.ts';
import { type ListColumns, uniqueNames } from './listColumns.ts';
import { CsvRows, type TextCell } from './csvRows.ts';
import { eachRecord, NOTHING, type PageEncoder } from './pageEncoder.ts';
import type { RecordShape } from './recordShape.ts';
import { shownValue, type ShowValue, TableRow } from './tableRow.ts';

const BOM = '\u{feff}';
const NUMBER = /^-?\d/;
/** Also what ends a cell where the comma is a decimal point, and what ends it when the text is pasted. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

export interface TableParts {
  /** What is done to a record before. */
  readonly shape?: RecordShape | undefined;
  /** Where tags and params go when they have columns of their own. */
  readonly columns?: ListColumns | undefined;
}

/** CSV as RFC 4180 has it: CRLF, a header, quotes where a cell needs them. */
export function csvTable(plan: ExportPlan, parts: TableParts): PageEncoder {
  const { columns } = parts;
  const fields = keptFields(plan);
  const cell = cellWriter(plan);
  const show = shownValue(plan);
  const sink = new ByteSink();
  const shaped = shapedBy(parts.shape);
  const groups = fields.flatMap(
    (field) => columns?.groups(field) ?? [{ names: [field], longer: [field] }],
  );
  const head = uniqueNames(groups)
    .map((name) => cell(name, false))
    .join(',');
  const row = (table: TableRow): string => {
    const cells = fields.map((field) => cellsOf(table, field, { cell, show, columns }));
    // Last, since it shows what found no place above.
    const shown = cells.flatMap((texts, index) =>
      fields[index] === 'other' ? [cell(table.other(), false)] : texts,
    );
    // A line of one empty cell would be an empty line.
    return shown.length === 1 && shown[0] === '' ? '""' : shown.join(',');
  };
  // Columns of tags and parameters are told by names: those rows are made of texts.
  const rows = columns === undefined ? new CsvRows(plan, sink, textCell(cell, show)) : undefined;
  const write = (body: Uint8Array, record: Span): void => {
    const isWritten = rows?.write(body, record.start) ?? false;
    if (!isWritten) sink.text(`${row(new TableRow(body, record))}\r\n`);
  };
  const encode = async ({ body, records }: RecordPage): Promise<Uint8Array> => {
    await eachRecord(records, (record) => shaped(body, record, write));
    return sink.take();
  };
  const begin = Buffer.from(`${plan.bom ? BOM : ''}${head}\r\n`);
  return { head: begin, tail: NOTHING, pageEnd: 'line-break', encode };
}

type Step = (body: Uint8Array, record: Span) => void;

function shapedBy(shape: RecordShape | undefined) {
  const sink = new ByteSink();
  return (body: Uint8Array, record: Span, step: Step): void => {
    if (shape === undefined) return step(body, record);
    shape.write(body, record, sink);
    const bytes = sink.take();
    step(bytes, { start: 0, end: bytes.length });
  };
}

function textCell(cell: Cell, show: ShowValue): TextCell {
  return (field, json) => cell(show(field, json), NUMBER.test(json));
}

type Cell = (text: string, isNumber: boolean) => string;

interface Writing {
  readonly cell: Cell;
  readonly show: ShowValue;
  readonly columns: ListColumns | undefined;
}

function cellsOf(
  table: TableRow,
  field: ExportField,
  { cell, show, columns }: Writing,
): readonly string[] {
  const listed = columns?.cells(table, field, show);
  if (listed !== undefined) return listed.map((text) => cell(text, false));
  const json = table.json(field);
  return [json === undefined ? '' : textCell(cell, show)(field, json)];
}

function cellWriter({ escapeFormulas }: ExportPlan): Cell {
  return (text, isNumber) => {
    const safe = escapeFormulas && !isNumber ? protectedCell(text) : text;
    return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
}
