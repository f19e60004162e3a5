import { Buffer } from 'node:buffer';
import { FIELD_NAMES } from '../../base/customerFields.ts';
import { type ExportField, type ExportPlan, selectedFields } from '../../base/exportPlan.ts';
import { BACKSLASH, CLOSE_OBJECT, COLON, COMMA, OPEN_OBJECT, QUOTE } from '../../base/jsonScan.ts';
import type { ByteSink } from './pageEncoder.ts';
import { isNull, NO_OFFSET, OTHER_FIELD, RecordScan, textOf } from './recordFields.ts';
import { hasReadableText } from './tableRow.ts';

const APOSTROPHE = 0x27;
const SEMICOLON = 0x3b;
/** Space. In JSON, the bytes below a space are tabs and line breaks, which occur only between tokens. */
const SPACE = 0x20;

/** First bytes of a formula, as in `protectedCell`. Tabs and line breaks are missing, because JSON escapes them. */
const FORMULA_BYTES: ReadonlySet<number | undefined> = new Set(Buffer.from('=+-@'));
/** Full-width forms of the same characters, in UTF-8. */
const FULL_WIDTH = Array.from('＝＋－＠', (letter) => Buffer.from(letter));
/** First byte that all characters of `FULL_WIDTH` share in UTF-8. */
const [FULL_WIDTH_BYTE] = Buffer.from('＝');

/** Copies JSON values to CSV cells byte by byte, without decoding: most cells need only a check of each byte. */
class CsvCells {
  readonly #sink: ByteSink;
  readonly #escapesFormulas: boolean;

  constructor(sink: ByteSink, escapesFormulas: boolean) {
    this.#sink = sink;
    this.#escapesFormulas = escapesFormulas;
  }

  /** Returns false, and writes nothing, if the string has escapes. */
  writeString(body: Uint8Array, start: number, end: number): boolean {
    // The cell has at most three bytes more than the text: an apostrophe and a pair of quotes.
    const out = this.#sink.room(end - start + 3);
    const begin = this.#sink.length;
    let writeEnd = begin;
    let needsQuotes = false;
    if (this.#escapesFormulas && isFormula(body, start + 1)) out[writeEnd++] = APOSTROPHE;
    for (let index = start + 1; index < end - 1; index++) {
      const byte = body[index] ?? 0;
      if (byte === BACKSLASH) return false;
      // Line breaks and quotation marks do not occur in a string without escapes.
      if (byte === COMMA || byte === SEMICOLON) needsQuotes = true;
      out[writeEnd++] = byte;
    }
    if (needsQuotes) {
      out.copyWithin(begin + 1, begin, writeEnd);
      out[begin] = QUOTE;
      out[writeEnd + 1] = QUOTE;
      writeEnd += 2;
    }
    this.#sink.advance(writeEnd - begin);
    return true;
  }

  /** Writes a number, `true`, `false`, a list or an object as a cell, with the same spelling. */
  writeJson(body: Uint8Array, start: number, end: number): void {
    const begin = this.#sink.length;
    this.#sink.byte(QUOTE);
    this.#writeDoubled(body, start, end);
    const length = end - start;
    // Nearly all lists and objects contain quotes, so the opening quote is written first. It is dropped if the value, such
    // as a number, needs none.
    // A cell longer than its JSON has doubled quotation marks.
    const needsQuotes = this.#sink.length - begin - 1 > length || hasSeparator(body, start, end);
    if (needsQuotes) this.#sink.byte(QUOTE);
    else this.#sink.dropByte(begin);
  }

  /** @param spans four offsets per member, as in `RecordScan.otherSpans` */
  writeMembers(body: Uint8Array, spans: readonly number[]): void {
    this.#sink.byte(QUOTE);
    for (let index = 0; index < spans.length; index += 4) {
      this.#sink.byte(index === 0 ? OPEN_OBJECT : COMMA);
      this.#writeDoubled(body, spans[index] ?? 0, spans[index + 1] ?? 0);
      this.#sink.byte(COLON);
      this.#writeDoubled(body, spans[index + 2] ?? 0, spans[index + 3] ?? 0);
    }
    this.#sink.byte(CLOSE_OBJECT);
    this.#sink.byte(QUOTE);
  }

  /** Copies bytes, and doubles quotation marks. */
  #writeDoubled(body: Uint8Array, start: number, end: number): void {
    const out = this.#sink.room((end - start) * 2);
    const begin = this.#sink.length;
    let writeEnd = begin;
    for (let index = start; index < end; index++) {
      const byte = body[index] ?? 0;
      if (byte === QUOTE) out[writeEnd++] = QUOTE;
      out[writeEnd++] = byte;
    }
    this.#sink.advance(writeEnd - begin);
  }
}

/** Returns whether JSON without quotation marks contains a separator, so that its cell needs quotes. */
function hasSeparator(body: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const byte = body[index] ?? 0;
    if (byte === COMMA || byte === SEMICOLON || byte < SPACE) return true;
  }
  return false;
}

/** Ignores apostrophes before a formula. The loop ends at the closing quote of the string at the latest. */
function isFormula(body: Uint8Array, start: number): boolean {
  let first = start;
  while (body[first] === APOSTROPHE) first++;
  if (body[first] !== FULL_WIDTH_BYTE) return FORMULA_BYTES.has(body[first]);
  return FULL_WIDTH.some((letter) => letter.every((byte, index) => body[first + index] === byte));
}

const CR = 0x0d;
const LF = 0x0a;

/** Returns the text of a cell for a value that cannot be copied: one with escapes, or one shown as readable text. */
export type FieldCell = (field: ExportField, json: string) => string;

interface Column {
  readonly field: ExportField;
  readonly fieldIndex: number;
  /** Whether numbers are shown as readable text. */
  readonly isReadable: boolean;
}

/** Writes rows with one column per field. Copies bytes to bytes, without decoding most values. */
export class CsvRows {
  readonly #sink: ByteSink;
  readonly #cells: CsvCells;
  readonly #fieldCell: FieldCell;
  readonly #columns: readonly Column[];
  readonly #scan = new RecordScan();

  constructor(plan: ExportPlan, sink: ByteSink, fieldCell: FieldCell) {
    this.#sink = sink;
    this.#fieldCell = fieldCell;
    this.#cells = new CsvCells(sink, plan.escapeFormulas);
    this.#columns = selectedFields(plan).map((field) => ({
      field,
      fieldIndex: (FIELD_NAMES as readonly ExportField[]).indexOf(field),
      isReadable: plan.values === 'readable' && hasReadableText(field),
    }));
  }

  /** Returns false, and writes nothing, if the record is not an object. */
  write(body: Uint8Array, start: number): boolean {
    if (!this.#scan.read(body, start)) return false;
    const sink = this.#sink;
    const begin = sink.length;
    let isFirst = true;
    for (const column of this.#columns) {
      if (!isFirst) sink.byte(COMMA);
      isFirst = false;
      this.#writeCell(body, column);
    }
    // A row with a single empty cell would be an empty line.
    if (this.#columns.length === 1 && sink.length === begin) sink.text('""');
    sink.byte(CR);
    sink.byte(LF);
    return true;
  }

  #writeCell(body: Uint8Array, { field, fieldIndex, isReadable }: Column): void {
    const { starts, ends, otherSpans } = this.#scan;
    if (fieldIndex === OTHER_FIELD) {
      if (otherSpans.length > 0) this.#cells.writeMembers(body, otherSpans);
      return;
    }
    const start = starts[fieldIndex] ?? NO_OFFSET;
    const end = ends[fieldIndex] ?? NO_OFFSET;
    if (start === NO_OFFSET || isNull(body, start)) return;
    const isString = body[start] === QUOTE;
    if (!isString && !isReadable) return this.#cells.writeJson(body, start, end);
    if (isString && this.#cells.writeString(body, start, end)) return;
    this.#sink.text(this.#fieldCell(field, textOf(body, { start, end })));
  }
}
