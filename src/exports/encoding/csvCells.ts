import { BACKSLASH, CLOSE_OBJECT, COLON, COMMA, OPEN_OBJECT, QUOTE } from '../../base/jsonBytes.ts';
import type { ByteSink } from './byteSink.ts';

const APOSTROPHE = 0x27;
const SEMICOLON = 0x3b;
/** Below it, JSON has tabs and line breaks only, and only between tokens. */
const SPACE = 0x20;

/** With these bytes begin the texts that a spreadsheet runs, as `protectedCell` knows them. */
const FORMULA_BYTES: ReadonlySet<number | undefined> = new Set(Buffer.from('=+-@'));
const WIDE = Array.from('＝＋－＠', (letter) => Buffer.from(letter));
const [WIDE_BYTE] = Buffer.from('＝');

/** Writes JSON as cells of a CSV, byte by byte: most cells need nothing but a look at each. */
export class CsvCells {
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
