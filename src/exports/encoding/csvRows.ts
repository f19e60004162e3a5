import { Buffer } from 'node:buffer';
import { FIELD_NAMES, FIELDS } from '../../base/customerFields.ts';
import { type ExportField, type ExportPlan, keptFields } from '../../base/exportPlan.ts';
import { BACKSLASH, CLOSE_OBJECT, COLON, COMMA, OPEN_OBJECT, QUOTE } from '../../base/jsonScan.ts';
import type { ByteSink } from './byteSink.ts';
import { NOWHERE, OTHER, RecordScan } from './recordFields.ts';

const APOSTROPHE = 0x27;
const SEMICOLON = 0x3b;
/** Space. Bytes below it in JSON are tabs and line breaks, and occur only between tokens. */
const SPACE = 0x20;

/** First bytes of texts that a spreadsheet runs as a formula, the same as in `protectedCell`. */
const FORMULA_BYTES: ReadonlySet<number | undefined> = new Set(Buffer.from('=+-@'));
const FULL_WIDTH = Array.from('＝＋－＠', (letter) => Buffer.from(letter));
const [FULL_WIDTH_BYTE] = Buffer.from('＝');

/** Copies JSON values to CSV cells byte by byte, without decoding: most cells need only a check of each byte. */
class CsvCells {
  readonly #sink: ByteSink;
  readonly #escapesFormulas: boolean;

  constructor(sink: ByteSink, escapesFormulas: boolean) {
    this.#sink = sink;
    this.#escapesFormulas = escapesFormulas;
  }

  /**
   * Writes a JSON string as a cell.
   * @returns false if the string has escapes; nothing is written then
   */
  string(body: Uint8Array, start: number, end: number): boolean {
    const out = this.#sink.room(end - start + 3);
    const begin = this.#sink.length;
    let to = begin;
    let isQuoted = false;
    if (this.#escapesFormulas && isFormula(body, start + 1)) out[to++] = APOSTROPHE;
    for (let at = start + 1; at < end - 1; at++) {
      const byte = body[at] ?? 0;
      if (byte === BACKSLASH) return false;
      if (byte === COMMA || byte === SEMICOLON) isQuoted = true;
      out[to++] = byte;
    }
    if (isQuoted) {
      out.copyWithin(begin + 1, begin, to);
      out[begin] = QUOTE;
      out[to + 1] = QUOTE;
      to += 2;
    }
    this.#sink.advance(to - begin);
    return true;
  }

  /** Writes a number, `true`, `false`, a list or an object as a cell, with the same spelling. */
  json(body: Uint8Array, start: number, end: number): void {
    const begin = this.#sink.length;
    this.#sink.byte(QUOTE);
    this.#writeDoubled(body, start, end);
    const length = end - start;
    // Nearly all values contain quotes or separators, so the opening quote is written first and dropped if not needed.
    const isQuoted = this.#sink.length - begin - 1 > length || hasSeparator(body, start, end);
    if (isQuoted) this.#sink.byte(QUOTE);
    else this.#sink.dropByte(begin);
  }

  /**
   * Writes an object as a cell.
   * @param spans start and end of key and value, four offsets per member
   */
  members(body: Uint8Array, spans: readonly number[]): void {
    this.#sink.byte(QUOTE);
    for (let at = 0; at < spans.length; at += 4) {
      this.#sink.byte(at === 0 ? OPEN_OBJECT : COMMA);
      this.#writeDoubled(body, spans[at] ?? 0, spans[at + 1] ?? 0);
      this.#sink.byte(COLON);
      this.#writeDoubled(body, spans[at + 2] ?? 0, spans[at + 3] ?? 0);
    }
    this.#sink.byte(CLOSE_OBJECT);
    this.#sink.byte(QUOTE);
  }

  #writeDoubled(body: Uint8Array, start: number, end: number): void {
    const out = this.#sink.room((end - start) * 2);
    const begin = this.#sink.length;
    let to = begin;
    for (let at = start; at < end; at++) {
      const byte = body[at] ?? 0;
      if (byte === QUOTE) out[to++] = QUOTE;
      out[to++] = byte;
    }
    this.#sink.advance(to - begin);
  }
}

/** Whether JSON without quotation marks contains a byte because of which a cell needs quotes. */
function hasSeparator(body: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = body[at] ?? 0;
    if (byte === COMMA || byte === SEMICOLON || byte < SPACE) return true;
  }
  return false;
}

/** Whether a string starts a formula. The loop ends at the closing quote of the string at the latest. */
function isFormula(body: Uint8Array, start: number): boolean {
  let at = start;
  while (body[at] === APOSTROPHE) at++;
  if (body[at] !== FULL_WIDTH_BYTE) return FORMULA_BYTES.has(body[at]);
  return FULL_WIDTH.some((letter) => letter.every((byte, index) => body[at + index] === byte));
}

const CR = 0x0d;
const LF = 0x0a;
const [LETTER_N] = Buffer.from('null');

/** Builds a cell from a string: for a value with escapes, or a value that is shown as readable text. */
export type TextCell = (field: ExportField, json: string) => string;

interface Column {
  readonly field: ExportField;
  /** Index of the field in `FIELD_NAMES`. */
  readonly number: number;
  /** Whether numbers are shown as readable text. */
  readonly isReadable: boolean;
}

/** Writes records as rows of a CSV with one column per field, from bytes to bytes. */
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
      isReadable: plan.values === 'readable' && hasReadableText(field),
    }));
  }

  /**
   * Writes a row.
   * @returns false if the record is not an object; nothing is written then
   */
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
    // A row with a single empty cell would be an empty line.
    if (this.#columns.length === 1 && sink.length === begin) sink.text('""');
    sink.byte(CR);
    sink.byte(LF);
    return true;
  }

  #cell(body: Uint8Array, { field, number, isReadable }: Column): void {
    const { starts, ends, rest } = this.#scan;
    if (number === OTHER) {
      if (rest.length > 0) this.#cells.members(body, rest);
      return;
    }
    const start = starts[number] ?? NOWHERE;
    const end = ends[number] ?? NOWHERE;
    const first = body[start];
    if (start === NOWHERE || first === LETTER_N) return;
    if (first !== QUOTE && !isReadable) this.#cells.json(body, start, end);
    else if (first !== QUOTE || !this.#cells.string(body, start, end)) {
      const json = Buffer.from(body.buffer, body.byteOffset + start, end - start).toString();
      this.#sink.text(this.#textCell(field, json));
    }
  }
}

function hasReadableText(field: ExportField): boolean {
  return field === 'status' || (field !== 'other' && FIELDS[field].kind === 'time');
}
