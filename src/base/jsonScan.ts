/**
 * Finds the values in UTF-8 bytes of JSON without parsing them, and refuses exactly the texts that `JSON.parse`
 * refuses. A stack of open brackets allows any depth. The end of a value is the offset after its last byte.
 */

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
export const OPEN_ARRAY = 0x5b;
export const CLOSE_ARRAY = 0x5d;

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Range of bytes: the first byte, and the byte after the last one. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Member of an object. `key` is the span of its name, quotes included. */
export interface MemberSpan {
  readonly key: Span;
  readonly value: Span;
}

/** Result of a function that returns an offset, if the bytes are not JSON. */
export const REFUSED = -1;

const decoder = new TextDecoder();
const LETTER_U = 0x75;
/** Bytes of `true`, `false` and `null`, by their first byte. */
const LITERALS: Readonly<Record<number, readonly number[]>> = Object.fromEntries(
  ['true', 'false', 'null'].map((literal) => {
    const codes = [...literal].map((letter) => letter.charCodeAt(0));
    return [codes[0], codes];
  }),
);
/** Characters that may follow a backslash, except `u`. */
const ESCAPES = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)));

/** Returns the end of the value at `offset`, or `REFUSED`. */
export function valueEnd(json: Uint8Array, offset: number): number {
  const first = json[offset];
  return first === OPEN_OBJECT || first === OPEN_ARRAY
    ? nestedEnd(json, offset)
    : scalarEnd(json, offset);
}

/** Returns the index of the first byte from `offset` on that is not white space. */
export function spaceEnd(json: Uint8Array, offset: number): number {
  let end = offset;
  while (isSpace(json[end])) end++;
  return end;
}

export function spanText(json: Uint8Array, { start, end }: Span): string {
  return decoder.decode(json.subarray(start, end));
}

export function membersOf(json: Uint8Array, offset: number): readonly MemberSpan[] | undefined {
  const members: MemberSpan[] = [];
  const end = readObject(json, offset, (key, start) => {
    const memberEnd = valueEnd(json, start);
    members.push({ key, value: { start, end: memberEnd } });
    return memberEnd;
  });
  return end === REFUSED ? undefined : members;
}

export function elementsOf(json: Uint8Array, offset: number): readonly Span[] | undefined {
  const elements: Span[] = [];
  return readElements(json, offset, elements) === REFUSED ? undefined : elements;
}

/** Reads an object in one pass, and returns its end. @param read returns the end of a member's value, or `REFUSED` */
export function readObject(
  json: Uint8Array,
  offset: number,
  read: (key: Span, valueStart: number) => number,
): number {
  if (json[offset] !== OPEN_OBJECT) return REFUSED;
  let start = spaceEnd(json, offset + 1);
  if (json[start] === CLOSE_OBJECT) return start + 1;
  for (;;) {
    const valueOffset = valueStart(json, start);
    if (valueOffset === REFUSED) return REFUSED;
    const end = read({ start, end: stringEnd(json, start) }, valueOffset);
    const after = end === REFUSED ? REFUSED : spaceEnd(json, end);
    if (json[after] === CLOSE_OBJECT) return after + 1;
    if (json[after] !== COMMA) return REFUSED;
    start = spaceEnd(json, after + 1);
  }
}

export function readArray(
  json: Uint8Array,
  offset: number,
  read: (elementStart: number) => number,
): number {
  if (json[offset] !== OPEN_ARRAY) return REFUSED;
  let start = spaceEnd(json, offset + 1);
  if (json[start] === CLOSE_ARRAY) return start + 1;
  for (;;) {
    const end = read(start);
    const after = end === REFUSED ? REFUSED : spaceEnd(json, end);
    if (json[after] === CLOSE_ARRAY) return after + 1;
    if (json[after] !== COMMA) return REFUSED;
    start = spaceEnd(json, after + 1);
  }
}

/** Adds the elements of an array to `elements`, and returns the end of the array. */
function readElements(json: Uint8Array, offset: number, elements: Span[]): number {
  return readArray(json, offset, (start) => {
    const end = valueEnd(json, start);
    elements.push({ start, end });
    return end;
  });
}

/** Returns the start of the value of the member whose name begins at `offset`, or `REFUSED`. */
function valueStart(json: Uint8Array, offset: number): number {
  if (json[offset] !== QUOTE) return REFUSED;
  const keyEnd = stringEnd(json, offset);
  if (keyEnd === REFUSED) return REFUSED;
  const colon = spaceEnd(json, keyEnd);
  return json[colon] === COLON ? spaceEnd(json, colon + 1) : REFUSED;
}

/** Closing brackets of the objects and arrays around a value, innermost last. A deeper value gets a larger buffer. */
const CLOSERS = new Uint8Array(256);

/**
 * Returns the end of an object or array. A loop, not recursive, so that no depth overflows the call stack. An offset of
 * `REFUSED` needs no check: there is no byte at -1, so the next comparison fails.
 */
function nestedEnd(json: Uint8Array, start: number): number {
  let closers = CLOSERS;
  let depth = 0;
  // Closing bracket of the innermost object or array; 0 before the first.
  let closer = 0;
  let offset = start;
  for (;;) {
    const first = json[offset];
    if (first === OPEN_OBJECT || first === OPEN_ARRAY) {
      if (depth === closers.length) closers = doubled(closers);
      closers[depth++] = closer;
      closer = first === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY;
      offset = spaceEnd(json, offset + 1);
      if (json[offset] !== closer) {
        offset = contentStart(json, offset, closer);
        continue;
      }
    } else {
      offset = spaceEnd(json, scalarEnd(json, offset));
    }
    while (json[offset] === closer) {
      closer = closers[--depth] ?? 0;
      if (depth === 0) return offset + 1;
      offset = spaceEnd(json, offset + 1);
    }
    if (json[offset] !== COMMA) return REFUSED;
    offset = contentStart(json, spaceEnd(json, offset + 1), closer);
  }
}

/** Returns the start of a member's value, or of an element. */
function contentStart(json: Uint8Array, offset: number, closer: number): number {
  return closer === CLOSE_OBJECT ? valueStart(json, offset) : offset;
}

function scalarEnd(json: Uint8Array, offset: number): number {
  const first = json[offset];
  if (first === QUOTE) return stringEnd(json, offset);
  const literal = first === undefined ? undefined : LITERALS[first];
  return literal === undefined ? numberEnd(json, offset) : literalEnd(json, offset, literal);
}

/** Returns the end of a string. Most bytes of a page are in strings, so this loop dominates the time of an export. */
function stringEnd(json: Uint8Array, start: number): number {
  const { length } = json;
  for (let offset = start + 1; offset < length; offset++) {
    const byte = json[offset] ?? 0;
    if (byte === QUOTE) return offset + 1;
    if (byte < 0x20) return REFUSED;
    if (byte === BACKSLASH) {
      offset = lastByteOfEscape(json, offset + 1);
      if (offset === REFUSED) return REFUSED;
    }
  }
  return REFUSED;
}

/** Returns the index of the last byte of the escape sequence whose letter is at `offset`. */
function lastByteOfEscape(json: Uint8Array, offset: number): number {
  const letter = json[offset] ?? 0;
  if (ESCAPES.has(letter)) return offset;
  if (letter !== LETTER_U) return REFUSED;
  for (let digit = offset + 1; digit <= offset + 4; digit++)
    if (!isHex(json[digit])) return REFUSED;
  return offset + 4;
}

function isHex(byte = 0): boolean {
  const lower = byte | 0x20;
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
}

function isDigit(byte = 0): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function literalEnd(json: Uint8Array, offset: number, literal: readonly number[]): number {
  for (let index = 1; index < literal.length; index++) {
    if (json[offset + index] !== literal[index]) return REFUSED;
  }
  return offset + literal.length;
}

function digitsEnd(json: Uint8Array, offset: number): number {
  if (!isDigit(json[offset])) return REFUSED;
  let end = offset + 1;
  while (isDigit(json[end])) end++;
  return end;
}

/**
 * Reads an optional minus sign (0x2d), `0` (0x30) or digits, an optional fraction (after 0x2e) and an optional exponent
 * (`e` is 0x65, its signs are 0x2b and 0x2d). `| 0x20` makes a letter lower case.
 */
function numberEnd(json: Uint8Array, offset: number): number {
  const start = json[offset] === 0x2d ? offset + 1 : offset;
  let end = json[start] === 0x30 ? start + 1 : digitsEnd(json, start);
  if (end !== REFUSED && json[end] === 0x2e) end = digitsEnd(json, end + 1);
  if (end === REFUSED || ((json[end] ?? 0) | 0x20) !== 0x65) return end;
  const sign = json[end + 1];
  return digitsEnd(json, sign === 0x2b || sign === 0x2d ? end + 2 : end + 1);
}

function doubled(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const twice = new Uint8Array(bytes.length * 2);
  twice.set(bytes);
  return twice;
}

interface RecordSpans {
  /** Body in UTF-8. */
  readonly json: Uint8Array;
  readonly spans: readonly Span[];
}

/** Finds `res.records` in a body that `JSON.parse` accepts. If there are not `count` records, scans a cleaned copy. */
export function recordSpans(body: Uint8Array, count: number): RecordSpans {
  const spans = listedRecords(body);
  return spans?.length === count ? { json: body, spans } : recordsInCleanCopy(body);
}

/** Finds the records in a copy of the body without a byte order mark and with invalid UTF-8 replaced. */
export function recordsInCleanCopy(body: Uint8Array): RecordSpans {
  const json = new TextEncoder().encode(new TextDecoder().decode(body));
  return { json, spans: listedRecords(json) ?? [] };
}

/**
 * Finds `res.records` in UTF-8. The last of two equal keys counts, as in `JSON.parse`.
 * @returns `undefined` if there is no such object or list
 */
export function listedRecords(json: Uint8Array): readonly Span[] | undefined {
  const result: { records?: readonly Span[] | undefined } = {};
  const end = readMember(json, spaceEnd(json, 0), 'res', (resStart) => {
    // The records of an earlier `res` do not count.
    result.records = undefined;
    return readMember(json, resStart, 'records', (recordsStart) => {
      const elements: Span[] = [];
      result.records = json[recordsStart] === OPEN_ARRAY ? elements : undefined;
      return readElements(json, recordsStart, elements);
    });
  });
  return end === REFUSED ? undefined : result.records;
}

/** Reads an object, and its member `name` with `read`. If `read` returns `REFUSED`, the value is skipped. */
function readMember(
  json: Uint8Array,
  offset: number,
  name: string,
  read: (valueStart: number) => number,
): number {
  return readObject(json, offset, (key, valueStart) => {
    const end = isNamed(json, key, name) ? read(valueStart) : REFUSED;
    return end === REFUSED ? valueEnd(json, valueStart) : end;
  });
}

function isNamed(json: Uint8Array, key: Span, name: string): boolean {
  const text = spanText(json, key);
  return text.includes('\\') ? JSON.parse(text) === name : text === `"${name}"`;
}
