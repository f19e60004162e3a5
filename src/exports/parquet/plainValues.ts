import { Buffer } from 'node:buffer';
import { BACKSLASH, QUOTE } from '../../base/jsonScan.ts';

const SLOTS = 1 << 13;
/** Maximum length of a cached text, in bytes. */
const MAX_LENGTH = 64;

/**
 * Cache of decoded strings by their bytes. Many texts, such as tag names, repeat. The cache returns the same string
 * each time, which saves memory, and the engine does not need to hash the string again for each lookup.
 */
class TextCache {
  readonly #bytes = new Uint8Array(SLOTS * MAX_LENGTH);
  readonly #lengths = new Uint8Array(SLOTS);
  readonly #texts = Array.from({ length: SLOTS }, () => '');

  text(body: Buffer, start: number, end: number): string {
    const length = end - start;
    if (length > MAX_LENGTH) return body.toString('utf8', start, end);
    let hash = length;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (body[at] ?? 0), 0x01000193);
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const first = slot * MAX_LENGTH;
    if (this.#lengths[slot] === length && this.#isSame(first, body, start, end)) {
      return this.#texts[slot] ?? '';
    }
    for (let at = start; at < end; at++) this.#bytes[first + at - start] = body[at] ?? 0;
    this.#lengths[slot] = length;
    return (this.#texts[slot] = body.toString('utf8', start, end));
  }

  #isSame(first: number, body: Buffer, start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      if (this.#bytes[first + at - start] !== body[at]) return false;
    }
    return true;
  }
}

/** Reads a value from bytes. Returns `undefined` if the spelling is unusual and needs the slow path. */
export type PlainRead = (body: Buffer, start: number, end: number) => unknown;

/** Maximum number of digits. A number with more digits might not be exact. */
const MAX_DIGITS = 15;
const ZERO = 0x30;
const [LETTER_N] = Buffer.from('null');

export function isNull(body: Buffer, start: number): boolean {
  return body[start] === LETTER_N;
}

/** Returns a reader for text that repeats in many rows. */
export function sharedText(): PlainRead {
  const cache = new TextCache();
  return (body, start, end) =>
    isPlainText(body, start, end) ? cache.text(body, start + 1, end - 1) : undefined;
}

/** Reads the bytes of a text without a copy, as a view of the body. */
export const textBytes: PlainRead = (body, start, end) =>
  isPlainText(body, start, end)
    ? new Uint8Array(body.buffer, body.byteOffset + start + 1, end - start - 2)
    : undefined;

function isPlainText(body: Buffer, start: number, end: number): boolean {
  if (body[start] !== QUOTE) return false;
  for (let at = start; at < end; at++) if (body[at] === BACKSLASH) return false;
  return true;
}

/** Parses a number that consists of digits only. Returns -1 for other values. */
export function digits(body: Buffer, start: number, end: number): number {
  if (end - start > MAX_DIGITS) return -1;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = (body[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
