import type { Buffer } from 'node:buffer';
import { BACKSLASH, QUOTE } from '../../base/jsonScan.ts';

// Reads JSON values that need no parser: text without escapes, and digits.

/** Number of cached texts. A power of two, so a hash can be masked to a slot. */
const SLOT_COUNT = 1 << 13;
/** Maximum length of a cached text, in bytes. */
const MAX_CACHED_LENGTH = 64;

/** Returns the same string for equal bytes. This saves memory, and the engine hashes a repeated text only once. */
class TextCache {
  readonly #bytes = new Uint8Array(SLOT_COUNT * MAX_CACHED_LENGTH);
  readonly #lengths = new Uint8Array(SLOT_COUNT);
  readonly #texts = Array.from({ length: SLOT_COUNT }, () => '');

  text(body: Buffer, start: number, end: number): string {
    const length = end - start;
    if (length > MAX_CACHED_LENGTH) return body.toString('utf8', start, end);
    // FNV-1a hash, with the length as the start value and the prime of FNV for 32 bits.
    let hash = length;
    for (let index = start; index < end; index++)
      hash = Math.imul(hash ^ (body[index] ?? 0), 0x01000193);
    const slot = (hash ^ (hash >>> 15)) & (SLOT_COUNT - 1);
    const slotStart = slot * MAX_CACHED_LENGTH;
    if (this.#lengths[slot] === length && this.#isSame(slotStart, body, start, end)) {
      return this.#texts[slot] ?? '';
    }
    for (let index = start; index < end; index++)
      this.#bytes[slotStart + index - start] = body[index] ?? 0;
    this.#lengths[slot] = length;
    return (this.#texts[slot] = body.toString('utf8', start, end));
  }

  #isSame(slotStart: number, body: Buffer, start: number, end: number): boolean {
    for (let index = start; index < end; index++) {
      if (this.#bytes[slotStart + index - start] !== body[index]) return false;
    }
    return true;
  }
}

/** Returns the value, or `undefined` if its JSON must be parsed, as for text with escapes. */
export type BytesReader = (body: Buffer, start: number, end: number) => unknown;

/** Maximum number of digits that are parsed. A JavaScript number with more digits might not be exact. */
const MAX_DIGITS = 15;
const ZERO = 0x30;

export function createSharedTextReader(): BytesReader {
  const cache = new TextCache();
  return (body, start, end) =>
    isTextWithoutEscapes(body, start, end) ? cache.text(body, start + 1, end - 1) : undefined;
}

/** Reads the bytes of a text without a copy, as a view of the body. */
export const textBytes: BytesReader = (body, start, end) =>
  isTextWithoutEscapes(body, start, end)
    ? new Uint8Array(body.buffer, body.byteOffset + start + 1, end - start - 2)
    : undefined;

function isTextWithoutEscapes(body: Buffer, start: number, end: number): boolean {
  if (body[start] !== QUOTE) return false;
  for (let index = start; index < end; index++) if (body[index] === BACKSLASH) return false;
  return true;
}

/** Parses a number that consists of digits only. Returns -1 for other values. */
export function parseDigits(body: Buffer, start: number, end: number): number {
  if (end - start > MAX_DIGITS) return -1;
  let value = 0;
  for (let index = start; index < end; index++) {
    const digit = (body[index] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
