import { Buffer } from 'node:buffer';
import { FIELD_NAMES, FIELDS } from '../../base/customerFields.ts';
import { type ExportField, type ExportPlan, keptFields } from '../../base/exportPlan.ts';
import { BACKSLASH, CLOSE_OBJECT, COLON, COMMA, OPEN_OBJECT, QUOTE } from '../../base/jsonScan.ts';
import type { ByteSink } from './byteSink.ts';
import { NOWHERE, OTHER, RecordScan } from './recordFields.ts';

const APOSTROPHE = 0x27;
const SEMICOLON = 0x3b;
/** Below it, JSON has tabs and line breaks only, and only between tokens. */
const SPACE = 0x20;

/** With these bytes begin the texts that a spreadsheet runs, as `protectedCell` knows them. */
const FORMULA_BYTES: ReadonlySet<number | undefined> = new Set(Buffer.from('=+-@'));
const WIDE = Array.from('＝＋－＠', (letter) => Buffer.from(letter));
const [WIDE_BYTE] = Buffer.from('＝');

/** Writes JSON as cells of a CSV, byte by byte: most cells need nothing but a look at each. */
class CsvCells {
  readonly #sink: ByteSink;
  readonly #escapesFormulas: boolean;

  constructor(sink: ByteSink, escapesFormulas: boolean) {
    this.#sink = sink;
    this.#escapesFormulas = escapesFormulas;
  }

  /** @returns `false`: the JSON string has escapes, and nothing was written */
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

  /** A number, a word, a list or an object, as it was spelled. */
  json(body: Uint8Array, start: number, end: number): void {
    const begin = this.#sink.length;
    this.#sink.byte(QUOTE);
    this.#doubled(body, start, end);
    const length = end - start;
    // Doubled quotes, or what else ends a cell, stand in all but the shortest.
    const isQuoted = this.#sink.length - begin - 1 > length || hasSeparator(body, start, end);
    if (isQuoted) this.#sink.byte(QUOTE);
    else this.#sink.dropByte(begin);
  }

  /** An object of these members: where key and value begin and end, four numbers each. */
  members(body: Uint8Array, spans: readonly number[]): void {
    this.#sink.byte(QUOTE);
    for (let at = 0; at < spans.length; at += 4) {
      this.#sink.byte(at === 0 ? OPEN_OBJECT : COMMA);
      this.#doubled(body, spans[at] ?? 0, spans[at + 1] ?? 0);
      this.#sink.byte(COLON);
      this.#doubled(body, spans[at + 2] ?? 0, spans[at + 3] ?? 0);
    }
    this.#sink.byte(CLOSE_OBJECT);
    this.#sink.byte(QUOTE);
  }

  #doubled(body: Uint8Array, start: number, end: number): void {
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

/** What needs quotes around it, in JSON that has no quotes. */
function hasSeparator(body: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = body[at] ?? 0;
    if (byte === COMMA || byte === SEMICOLON || byte < SPACE) return true;
  }
  return false;
}

/** Behind a string there is its quote, at which this ends at the latest. */
function isFormula(body: Uint8Array, start: number): boolean {
  let at = start;
  while (body[at] === APOSTROPHE) at++;
  if (body[at] !== WIDE_BYTE) return FORMULA_BYTES.has(body[at]);
  return WIDE.some((letter) => letter.every((byte, index) => body[at + index] === byte));
}

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
