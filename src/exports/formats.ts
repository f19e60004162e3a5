import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import {
  type ExportField,
  type ExportFormat,
  type ExportPlan,
  isVerbatim,
  type Mask,
  selectedFields,
} from '../base/exportPlan.ts';
import type { Span } from '../base/jsonScan.ts';
import type { RecordPage } from '../base/model.ts';
import { csvCell, protectedCell } from '../base/safeText.ts';
import type { Checkpoint } from './checkpoint.ts';
import { CsvRows, type FieldCell } from './encoding/csvRows.ts';
import { ListColumns, uniqueNames } from './encoding/listColumns.ts';
import { ByteSink, eachRecord, NO_BYTES, type PageEncoder } from './encoding/pageEncoder.ts';
import { createShowValue, type ShowValue, TableRow } from './encoding/tableRow.ts';
import { ParquetThread } from './parquet/parquetThread.ts';
import { fieldsOf, stringOf, textOf } from './encoding/recordFields.ts';

/** Way to write a format: page by page while pages arrive, or in a conversion after all records are staged as lines. */
export type FormatWriter =
  /** @param shape `undefined` to copy every record unchanged */
  | { readonly encoder: (shape: RecordShape | undefined) => PageEncoder; readonly convert?: never }
  | { readonly convert: (records: StagedRecords, write: Write) => Promise<void> };

/** Writer of each format. The texts that the user sees are in `ui/shownFormats.ts`. */
const WRITERS: Readonly<Record<ExportFormat, (plan: ExportPlan) => FormatWriter>> = {
  ndjson: () => ({ encoder: ndjson }),
  json: () => ({ encoder: jsonArray }),
  csv: csvWriter,
  parquet: (plan) => ({ convert: (records, write) => writeParquet(plan, records, write) }),
};

export function writerOf(plan: ExportPlan): FormatWriter {
  return WRITERS[plan.format](plan);
}

/** Returns whether records are first staged as lines, and converted to the format after the last page. */
export function isStaged(state: Checkpoint): boolean {
  return state.isStaged ?? writerOf(state.plan).convert !== undefined;
}

/** Returns the encoder that writes pages to the partial file: in the final format, or as staged lines. */
export function encoderOf(state: Checkpoint): PageEncoder {
  const { plan, salt } = state;
  const shape = isVerbatim(plan) ? undefined : new RecordShape(plan, salt);
  const writer = writerOf(plan);
  // A writer with `convert` has no encoder, because its records are always staged.
  return isStaged(state) || writer.convert !== undefined ? ndjson(shape) : writer.encoder(shape);
}

/** Records of an export that are staged as lines and contain only the selected fields. */
export interface StagedRecords {
  /** Path of the target file, for error messages. */
  readonly file: string;
  /** Reads all records. Each call starts at the first record. A page is valid until the next page is read. */
  pages(): AsyncIterable<RecordPage>;
  /** Called with the number of records of each written page. */
  onRecords(count: number): void;
}

type Write = (bytes: Uint8Array) => Promise<void>;

export async function writePages(
  encoder: PageEncoder,
  records: StagedRecords,
  write: Write,
): Promise<void> {
  await write(encoder.head);
  let recordsBefore = 0;
  for await (const page of records.pages()) {
    const { length } = page.records;
    await write(await encoder.encode(page, recordsBefore));
    recordsBefore += length;
    records.onRecords(length);
  }
  if (encoder.tail.length > 0) await write(encoder.tail);
}

/** Returns an encoder that writes one record per line. Line breaks within a record become spaces. */
function ndjson(shape: RecordShape | undefined): PageEncoder {
  const sink = new ByteSink();
  const encode = async ({ body, records }: RecordPage): Promise<Uint8Array> => {
    await eachRecord(records, (record) => {
      writeRecord(sink, shape, body, record);
      sink.text('\n');
    });
    return sink.take();
  };
  return { head: NO_BYTES, tail: NO_BYTES, pageEnd: 'line-break', encode };
}

/** Returns an encoder that writes a JSON array with one record per line. */
function jsonArray(shape: RecordShape | undefined): PageEncoder {
  const sink = new ByteSink();
  const encode = async (
    { body, records }: RecordPage,
    recordsBefore: number,
  ): Promise<Uint8Array> => {
    await eachRecord(records, (record, index) => {
      sink.text(recordsBefore + index === 0 ? '\n' : ',\n');
      writeRecord(sink, shape, body, record);
    });
    return sink.take();
  };
  return { head: Buffer.from('['), tail: Buffer.from('\n]\n'), pageEnd: 'record', encode };
}

/** Writes a record on one line, with the fields that the shape selects, or unchanged if there is no shape. */
function writeRecord(
  sink: ByteSink,
  shape: RecordShape | undefined,
  body: Uint8Array,
  record: Span,
): void {
  const start = sink.length;
  if (shape === undefined) sink.bytes(body, record.start, record.end);
  else shape.write(body, record, sink);
  sink.blankLineBreaks(start);
}

function csvWriter(plan: ExportPlan): FormatWriter {
  return plan.lists === 'columns'
    ? { convert: (records, write) => writeColumns(plan, records, write) }
    : { encoder: (shape) => csvTable(plan, { shape }) };
}

/** Writes a CSV with columns for tags and parameters. Needs two passes, because the last line may add columns. */
async function writeColumns(plan: ExportPlan, records: StagedRecords, write: Write): Promise<void> {
  const columns = new ListColumns(selectedFields(plan), records.file);
  for await (const page of records.pages()) await columns.collect(page);
  await writePages(csvTable(plan, { columns }), records, write);
}

const BOM = '\u{feff}';
/** Matches the start of a number. A number is never a formula, even with a minus sign. */
const NUMBER = /^-?\d/;

interface TableOptions {
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
  const valueCell = fieldCellOf(cell, show);
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

function fieldCellOf(cell: TextCell, show: ShowValue): FieldCell {
  return (field, json) => cell(show(field, json), NUMBER.test(json) ? 'number' : 'text');
}

/** Returns the text of a cell as in the file: with quotes and, if needed, protected from being run as a formula. */
type TextCell = (text: string, kind: 'text' | 'number') => string;

function cellWriter({ escapeFormulas }: ExportPlan): TextCell {
  return (text, kind) => csvCell(escapeFormulas && kind === 'text' ? protectedCell(text) : text);
}

async function writeParquet(plan: ExportPlan, records: StagedRecords, write: Write): Promise<void> {
  const parquet = new ParquetThread(selectedFields(plan), write);
  try {
    for await (const page of records.pages()) {
      await parquet.add(page);
      records.onRecords(page.records.length);
    }
    await parquet.finish();
  } finally {
    await parquet.close();
  }
}

/** Selects and masks fields of records, for plans that hide data. Copies other values as the service sent them. */
export class RecordShape {
  readonly #keptFields: ReadonlySet<ExportField>;
  readonly #masks: ExportPlan['masks'];
  readonly #salt: string;

  constructor(plan: ExportPlan, salt: string) {
    this.#keptFields = new Set(selectedFields(plan));
    this.#masks = plan.masks;
    this.#salt = salt;
  }

  write(body: Uint8Array, record: Span, sink: ByteSink): void {
    const members = fieldsOf(body, record);
    if (members === undefined) return this.#writeNonObject(body, record, sink);
    sink.text('{');
    let isFirst = true;
    for (const { field, key, value } of members) {
      if (!this.#keptFields.has(field)) continue;
      if (!isFirst) sink.text(',');
      isFirst = false;
      sink.bytes(body, key.start, key.end);
      sink.text(':');
      if (this.#maskOf(field) === 'hash') sink.text(this.#hashed(textOf(body, value)));
      else sink.bytes(body, value.start, value.end);
    }
    sink.text('}');
  }

  /** A string, a list or an invalid object may contain data to hide. Numbers and booleans identify no customer. */
  #writeNonObject(body: Uint8Array, record: Span, sink: ByteSink): void {
    const text = textOf(body, record);
    sink.text(/^["[{]/.test(text) ? 'null' : text);
  }

  #maskOf(field: ExportField): Mask | undefined {
    return Reflect.get(this.#masks, field) as Mask | undefined;
  }

  /** Returns the hash of a value. `null` and an empty string stay unchanged, because there is no value to hide. */
  #hashed(json: string): string {
    if (json === 'null' || json === '""') return json;
    const value = json.startsWith('"') ? stringOf(json) : json;
    return `"${createHmac('sha256', this.#salt).update(value).digest('hex')}"`;
  }
}
