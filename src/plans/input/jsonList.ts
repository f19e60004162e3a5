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
import { LONGEST_RECORD } from '../../base/inputProblems.ts';
import type { ByteWindow } from './byteWindow.ts';
import { failure, failureAt } from './problems.ts';

/** Elements of a list, with the bytes that they stand in. */
export interface Elements {
  readonly json: Buffer;
  readonly spans: readonly Span[];
}

/** With the line or number of each. */
export interface PlacedElements extends Elements {
  readonly places: readonly number[];
}

/** Reads the list of records in a JSON text piece by piece: the text itself, or its `records`, or its `res.records`. */
export class JsonList {
  readonly #window: ByteWindow;
  #at = 0;
  /** Objects around the list. */
  #depth = 0;
  #count = 0;
  /** Between two elements. */
  #wantsComma = false;

  constructor(window: ByteWindow) {
    this.#window = window;
  }

  async *elements(): AsyncGenerator<Elements, void, undefined> {
    if (!(await this.#find())) throw failure({ kind: 'no-rows' });
    this.#at++;
    for (;;) {
      const { bytes: json } = this.#window;
      const spans: Span[] = [];
      const isClosed = this.#take(spans);
      if (spans.length > 0) yield { json, spans };
      if (isClosed) break;
      await this.#more();
    }
    await this.#rest();
  }

  /** Takes the elements that are whole. @returns whether the list ends behind them */
  #take(spans: Span[]): boolean {
    const { bytes: json } = this.#window;
    for (;;) {
      const start = spaceEnd(json, this.#at);
      if (start >= json.length) return false;
      const byte = json[start];
      if (byte === CLOSE_ARRAY && (this.#wantsComma || this.#count === 0)) return true;
      if (this.#wantsComma) {
        if (byte !== COMMA) throw this.#broken();
        this.#at = start + 1;
      } else {
        const end = this.#end(start);
        if (end === REFUSED) return false;
        spans.push({ start, end });
        this.#count++;
        this.#at = end;
      }
      this.#wantsComma = !this.#wantsComma;
    }
  }

  /** Goes to the list's bracket. */
  async #find(): Promise<boolean> {
    const byte = await this.#token();
    if (byte === OPEN_ARRAY) return true;
    if (byte !== OPEN_OBJECT) throw this.#broken();
    this.#depth++;
    this.#at++;
    for (let isFirst = true; ; isFirst = false) {
      const next = await this.#token();
      if (next === CLOSE_OBJECT) return false;
      if (!isFirst) await this.#expect(COMMA);
      const name = await this.#name();
      const value = await this.#token();
      if (name === 'records' && value === OPEN_ARRAY) return true;
      // Further in there is no other object to look into.
      if (name === 'res' && value === OPEN_OBJECT && this.#depth === 1) return this.#find();
      await this.#skip();
    }
  }

  /** What is behind the list has to be there too: a file that was cut off has not all records. */
  async #rest(): Promise<void> {
    this.#at = spaceEnd(this.#window.bytes, this.#at) + 1;
    for (; this.#depth > 0; this.#depth--) {
      while ((await this.#token()) !== CLOSE_OBJECT) {
        await this.#expect(COMMA);
        await this.#name();
        await this.#skip();
      }
      this.#at++;
    }
    if ((await this.#token()) !== undefined) throw this.#broken();
  }

  async #name(): Promise<string> {
    if ((await this.#token()) !== QUOTE) throw this.#broken();
    const { json, start, end } = await this.#skip();
    await this.#expect(COLON);
    return JSON.parse(json.toString('utf8', start, end)) as string;
  }

  async #expect(byte: number): Promise<void> {
    if ((await this.#token()) !== byte) throw this.#broken();
    this.#at++;
  }

  /** The next byte that is no white space; `undefined` at the end. */
  async #token(): Promise<number | undefined> {
    for (;;) {
      const { bytes, isLast } = this.#window;
      this.#at = spaceEnd(bytes, this.#at);
      if (this.#at < bytes.length || isLast) return bytes[this.#at];
      await this.#window.more(this.#at);
      this.#at = 0;
    }
  }

  /** Goes behind the value that begins here. */
  async #skip(): Promise<Span & { readonly json: Buffer }> {
    for (;;) {
      const end = this.#end(this.#at);
      if (end !== REFUSED) {
        const start = this.#at;
        this.#at = end;
        return { json: this.#window.bytes, start, end };
      }
      await this.#more();
    }
  }

  /** Of the value at `start`, when it is certain. */
  #end(start: number): number {
    const { bytes, isLast } = this.#window;
    const end = valueEnd(bytes, start);
    return end === bytes.length && !isLast ? REFUSED : end;
  }

  async #more(): Promise<void> {
    const { bytes, isLast } = this.#window;
    if (isLast || bytes.length - this.#at > LONGEST_RECORD) throw this.#broken();
    await this.#window.more(this.#at);
    this.#at = 0;
  }

  #broken(): Error {
    return failureAt('bad-record', 'record', this.#count + 1);
  }
}
