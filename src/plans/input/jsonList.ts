import type { Buffer } from 'node:buffer';
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  REFUSED,
  spaceEnd,
  type Span,
  valueEnd,
} from '../../base/jsonScan.ts';
import { MAX_RECORD_BYTES } from '../../base/inputProblems.ts';
import type { ByteWindow } from './table.ts';
import { inputError, badRecordError } from './problems.ts';

export interface Elements {
  readonly json: Buffer;
  readonly spans: readonly Span[];
}

/** Streams the list of records in a JSON text: the text itself, its `records`, or its `res.records`. */
export class JsonList {
  readonly #window: ByteWindow;
  /** Offset of the next unread byte in the window. */
  #offset = 0;
  /** Number of objects around the list. */
  #depth = 0;
  #elementCount = 0;
  /** Whether the next token must be a comma or the end of the list. */
  #expectsComma = false;

  constructor(window: ByteWindow) {
    this.#window = window;
  }

  /**
   * Reads the elements, then closes the window.
   * @throws {InputError} if there is no list, or the JSON is invalid
   */
  async *elements(): AsyncGenerator<Elements, void, undefined> {
    try {
      if (!(await this.#findList())) throw inputError({ kind: 'no-rows' });
      this.#offset++;
      for (;;) {
        const { bytes: json } = this.#window;
        const spans: Span[] = [];
        const isClosed = this.#collect(spans);
        if (spans.length > 0) yield { json, spans };
        if (isClosed) break;
        await this.#readMore();
      }
      await this.#checkRest();
    } finally {
      await this.#window.close();
    }
  }

  /** Collects the complete elements in the window. Returns whether the list ends after them. */
  #collect(spans: Span[]): boolean {
    const { bytes: json } = this.#window;
    for (;;) {
      const start = spaceEnd(json, this.#offset);
      if (start >= json.length) return false;
      const byte = json[start];
      // A list may be empty, but a comma must not precede the closing bracket.
      if (byte === CLOSE_ARRAY && (this.#expectsComma || this.#elementCount === 0)) return true;
      if (this.#expectsComma) {
        if (byte !== COMMA) throw this.#badRecordError();
        this.#offset = start + 1;
      } else {
        const end = this.#completeEnd(start);
        if (end === REFUSED) return false;
        spans.push({ start, end });
        this.#elementCount++;
        this.#offset = end;
      }
      this.#expectsComma = !this.#expectsComma;
    }
  }

  /** Moves to the opening bracket of the list. Returns false if there is no list. */
  async #findList(): Promise<boolean> {
    const byte = await this.#nextByte();
    if (byte === OPEN_ARRAY) return true;
    if (byte !== OPEN_OBJECT) throw this.#badRecordError();
    this.#depth++;
    this.#offset++;
    for (let isFirst = true; ; isFirst = false) {
      const next = await this.#nextByte();
      if (next === CLOSE_OBJECT) return false;
      if (!isFirst) await this.#expect(COMMA);
      const memberName = await this.#readName();
      const value = await this.#nextByte();
      if (memberName === 'records' && value === OPEN_ARRAY) return true;
      // A response of the service has `records` at the top level or in `res`, so a deeper `res` is skipped.
      if (memberName === 'res' && value === OPEN_OBJECT && this.#depth === 1)
        return this.#findList();
      await this.#skipValue();
    }
  }

  /** Checks the text after the list. If this text is incomplete, the file was truncated and may lack records. */
  async #checkRest(): Promise<void> {
    // Moves after the closing bracket of the list.
    this.#offset = spaceEnd(this.#window.bytes, this.#offset) + 1;
    for (; this.#depth > 0; this.#depth--) {
      while ((await this.#nextByte()) !== CLOSE_OBJECT) {
        await this.#expect(COMMA);
        await this.#readName();
        await this.#skipValue();
      }
      this.#offset++;
    }
    if ((await this.#nextByte()) !== undefined) throw this.#badRecordError();
  }

  async #readName(): Promise<string> {
    if ((await this.#nextByte()) !== QUOTE) throw this.#badRecordError();
    const { json, start, end } = await this.#skipValue();
    await this.#expect(COLON);
    return JSON.parse(json.toString('utf8', start, end)) as string;
  }

  async #expect(byte: number): Promise<void> {
    if ((await this.#nextByte()) !== byte) throw this.#badRecordError();
    this.#offset++;
  }

  /** Moves to the next byte that is not white space, and returns this byte, or `undefined` at the end of the text. */
  async #nextByte(): Promise<number | undefined> {
    for (;;) {
      const { bytes, isLast } = this.#window;
      this.#offset = spaceEnd(bytes, this.#offset);
      if (this.#offset < bytes.length || isLast) return bytes[this.#offset];
      await this.#window.readMore(this.#offset);
      this.#offset = 0;
    }
  }

  async #skipValue(): Promise<Span & { readonly json: Buffer }> {
    for (;;) {
      const end = this.#completeEnd(this.#offset);
      if (end !== REFUSED) {
        const start = this.#offset;
        this.#offset = end;
        return { json: this.#window.bytes, start, end };
      }
      await this.#readMore();
    }
  }

  /**
   * Returns the end of the value at `start`, or `REFUSED` if it may continue in the next chunk, or is invalid. The caller
   * then reads more bytes, and `#readMore` throws if there are none.
   */
  #completeEnd(start: number): number {
    const { bytes, isLast } = this.#window;
    const end = valueEnd(bytes, start);
    return end === bytes.length && !isLast ? REFUSED : end;
  }

  /** Reads more bytes into the window, which then starts at the current position. */
  async #readMore(): Promise<void> {
    const { bytes, isLast } = this.#window;
    if (isLast || bytes.length - this.#offset > MAX_RECORD_BYTES) throw this.#badRecordError();
    await this.#window.readMore(this.#offset);
    this.#offset = 0;
  }

  #badRecordError(): Error {
    return badRecordError('record', this.#elementCount + 1);
  }
}
