import { Buffer } from 'node:buffer';
import { BACKSLASH, QUOTE } from '../../core/json/jsonBytes.ts';
import { readArray, readObject, REFUSED, valueEnd, type Span } from '../../core/json/jsonScan.ts';
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
  isPlainText(body, start, end) ? body.subarray(start + 1, end - 1) : undefined;

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

/** A list of objects that have each of these members once at most, and no others. */
export function plainList(members: ReadonlyMap<string, PlainRead>): PlainRead {
  const reads = [...members.values()];
  const names = [...members.keys()];
  const keys = names.map((name) => Buffer.from(`"${name}"`));
  const blank: Readonly<Record<string, unknown>> = Object.fromEntries(
    names.map((name) => [name, null]),
  );
  let bytes: Buffer = Buffer.alloc(0);
  let entry: Record<string, unknown> = {};
  let found = 0;
  const readMember = (key: Span, start: number): number => {
    const end = valueEnd(bytes, start);
    const index = keys.findIndex((name) => isAt(bytes, key, name));
    const name = names[index];
    // One that is there twice too.
    if (name === undefined || (found & (1 << index)) !== 0) return REFUSED;
    found |= 1 << index;
    if (isNull(bytes, start)) return end;
    const value = reads[index]?.(bytes, start, end);
    if (value === undefined) return REFUSED;
    entry[name] = value;
    return end;
  };
  return (body, start) => {
    const entries: unknown[] = [];
    bytes = body;
    const end = readArray(body, start, (at) => {
      entry = { ...blank };
      found = 0;
      entries.push(entry);
      return readObject(body, at, readMember);
    });
    return end === REFUSED ? undefined : entries;
  };
}

function isAt(body: Buffer, { start, end }: Span, name: Buffer): boolean {
  if (end - start !== name.length) return false;
  for (let at = 0; at < name.length; at++) if (body[start + at] !== name[at]) return false;
  return true;
}
