import { BACKSLASH, COLON, isSpace, QUOTE } from './jsonBytes.ts';
import { spanText, type Span } from './jsonScan.ts';

/** A member of an object whose value is a string, a number, `true`, `false` or `null`, from its name's first quote on. */
export interface ScalarMember extends Span {
  readonly key: string;
  /** As JSON. */
  readonly value: string;
}

/** Reads the member that ends before `end`; sure of it only where the whole body is JSON. */
export function memberBefore(body: Uint8Array, end: number): ScalarMember | undefined {
  const valueEnd = spaceBefore(body, end);
  const valueStart = scalarStart(body, valueEnd);
  if (valueStart === undefined) return undefined;
  const colon = spaceBefore(body, valueStart);
  const keyEnd = spaceBefore(body, colon - 1);
  if (body[colon - 1] !== COLON || body[keyEnd - 1] !== QUOTE) return undefined;
  const start = stringStart(body, keyEnd);
  const key = start === undefined ? undefined : stringOf(spanText(body, { start, end: keyEnd }));
  if (start === undefined || key === undefined) return undefined;
  return { key, value: spanText(body, { start: valueStart, end: valueEnd }), start, end: valueEnd };
}

/** The end of what stands before the white space before `end`. */
export function spaceBefore(body: Uint8Array, end: number): number {
  let start = end;
  while (isSpace(body[start - 1])) start--;
  return start;
}

/** The string that this JSON is, or `undefined`. */
export function stringOf(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A byte of a number or of `true`, `false`, `null`. */
function isBare(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x2e ||
    byte === 0x45
  );
}

function scalarStart(body: Uint8Array, end: number): number | undefined {
  if (body[end - 1] === QUOTE) return stringStart(body, end);
  let start = end;
  while (isBare(body[start - 1])) start--;
  return start === end ? undefined : start;
}

/** In JSON no backslash stands before an opening quote, and an odd number of them before a quote within a string. */
function stringStart(body: Uint8Array, end: number): number | undefined {
  let at = end - 2;
  while (at >= 0) {
    if (body[at] === QUOTE) {
      const backslashes = backslashesBefore(body, at);
      if (backslashes === 0) return at;
      if (backslashes % 2 === 0) return undefined;
      at -= backslashes;
    }
    at--;
  }
  return undefined;
}

function backslashesBefore(body: Uint8Array, at: number): number {
  let start = at;
  while (body[start - 1] === BACKSLASH) start--;
  return at - start;
}
