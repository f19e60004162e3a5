import { Buffer } from 'node:buffer';
import { BACKSLASH, QUOTE } from '../../base/jsonBytes.ts';
import { TextCache } from './textCache.ts';

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
