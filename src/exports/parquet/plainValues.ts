import { Buffer } from 'node:buffer';
import { BACKSLASH, QUOTE } from '../../base/jsonScan.ts';

const SLOTS = 1 << 13;
/** Longer texts are not kept, bytes. */
const LONGEST = 64;

/**
 * Texts of bytes. Many are there again and again, as names of tags: for those it is the same string each time, which
 * neither fills the memory nor is hashed anew by whoever looks it up.
 */
class TextCache {
  readonly #bytes = new Uint8Array(SLOTS * LONGEST);
  readonly #lengths = new Uint8Array(SLOTS);
  readonly #texts = Array.from({ length: SLOTS }, () => '');

  text(body: Buffer, start: number, end: number): string {
    const length = end - start;
    if (length > LONGEST) return body.toString('utf8', start, end);
    let hash = length;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (body[at] ?? 0), 0x01000193);
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const first = slot * LONGEST;
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

/**
 * Reads a value from the bytes of a record. `undefined`: it is not as nearly all values are, and whoever asked has to
 * look closer.
 */
export type PlainRead = (body: Buffer, start: number, end: number) => unknown;

/** With more digits a number might not be exact. */
const MOST_DIGITS = 15;
const ZERO = 0x30;
const [LETTER_N] = Buffer.from('null');

export function isNull(body: Buffer, start: number): boolean {
  return body[start] === LETTER_N;
}

/** A text of which there are many more alike. */
export function sharedText(): PlainRead {
  const cache = new TextCache();
  return (body, start, end) =>
    isPlainText(body, start, end) ? cache.text(body, start + 1, end - 1) : undefined;
}

/** Its bytes, within the body. */
export const textBytes: PlainRead = (body, start, end) =>
  isPlainText(body, start, end)
    ? new Uint8Array(body.buffer, body.byteOffset + start + 1, end - start - 2)
    : undefined;

function isPlainText(body: Buffer, start: number, end: number): boolean {
  if (body[start] !== QUOTE) return false;
  for (let at = start; at < end; at++) if (body[at] === BACKSLASH) return false;
  return true;
}

/** Digits and nothing else, or -1. */
export function digits(body: Buffer, start: number, end: number): number {
  if (end - start > MOST_DIGITS) return -1;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = (body[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
