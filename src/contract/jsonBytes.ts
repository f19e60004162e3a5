export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN = 0x7b;
export const CLOSE = 0x7d;
const BACKSLASH = 0x5c;

/** A member of an object whose value is a string, a number, `true`, `false` or `null`. */
export interface Member {
  readonly key: string;
  /** The value as JSON. */
  readonly value: string;
  /** Where the key's first quote is, and the byte after the value. */
  readonly start: number;
  readonly end: number;
}

const decoder = new TextDecoder();

/** Reads the member that begins at `start`; `undefined` when its value is an object or an array. */
export function memberFrom(body: Uint8Array, start: number): Member | undefined {
  const value = valueFrom(body, start);
  const end = value && scalarEnd(body, value.start);
  if (value === undefined || end === undefined) return undefined;
  return { key: value.key, value: textOf(body, value.start, end), start, end };
}

/** Reads a key and where its value begins. */
export function valueFrom(
  body: Uint8Array,
  start: number,
): { key: string; start: number } | undefined {
  if (body[start] !== QUOTE) return undefined;
  const keyEnd = stringEnd(body, start);
  const key = stringOf(textOf(body, start, keyEnd));
  const colon = spaceFrom(body, keyEnd);
  if (key === undefined || body[colon] !== COLON) return undefined;
  return { key, start: spaceFrom(body, colon + 1) };
}

/** Reads the member that ends before `end`; sure of it only where the whole body is JSON. */
export function memberBefore(body: Uint8Array, end: number): Member | undefined {
  const valueEnd = spaceBefore(body, end);
  const valueStart = scalarStart(body, valueEnd);
  if (valueStart === undefined) return undefined;
  const colon = spaceBefore(body, valueStart);
  const keyEnd = spaceBefore(body, colon - 1);
  if (body[colon - 1] !== COLON || body[keyEnd - 1] !== QUOTE) return undefined;
  const start = stringStart(body, keyEnd);
  const key = start === undefined ? undefined : stringOf(textOf(body, start, keyEnd));
  if (start === undefined || key === undefined) return undefined;
  return { key, value: textOf(body, valueStart, valueEnd), start, end: valueEnd };
}

/** The first byte from `at` on that is no white space. */
export function spaceFrom(body: Uint8Array, at: number): number {
  let end = at;
  while (isSpace(body[end])) end++;
  return end;
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

function textOf(body: Uint8Array, start: number, end: number): string {
  return decoder.decode(body.subarray(start, end));
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
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

function scalarEnd(body: Uint8Array, start: number): number | undefined {
  if (body[start] === QUOTE) return stringEnd(body, start);
  let end = start;
  while (isBare(body[end])) end++;
  return end === start ? undefined : end;
}

function scalarStart(body: Uint8Array, end: number): number | undefined {
  if (body[end - 1] === QUOTE) return stringStart(body, end);
  let start = end;
  while (isBare(body[start - 1])) start--;
  return start === end ? undefined : start;
}

function stringEnd(body: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at + 1;
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
