import {
  OPEN_ARRAY,
  readArray,
  readObject,
  REFUSED,
  spaceEnd,
  type Span,
  spanText,
  valueEnd,
} from './jsonScan.ts';

/** Records of a page, located in its body but not parsed. */
export interface RecordSpans {
  /** Body in UTF-8. */
  readonly json: Uint8Array;
  readonly spans: readonly Span[];
}

/**
 * Finds the elements of `res.records` in a body that `JSON.parse` accepts.
 * @param count expected number of records; if the scan finds another number, it is repeated on a cleaned copy
 */
export function recordSpans(body: Uint8Array, count: number): RecordSpans {
  const spans = listedRecords(body, spaceEnd(body, 0));
  return spans?.length === count ? { json: body, spans } : recordsInCleanCopy(body);
}

/** Finds the records in a copy of the body without a byte order mark and with invalid UTF-8 replaced. */
export function recordsInCleanCopy(body: Uint8Array): RecordSpans {
  const json = new TextEncoder().encode(new TextDecoder().decode(body));
  return { json, spans: listedRecords(json, spaceEnd(json, 0)) ?? [] };
}

/**
 * Returns the elements of `res.records` in the object at `at`. As in `JSON.parse`, the last of two equal keys counts.
 */
export function listedRecords(json: Uint8Array, at: number): readonly Span[] | undefined {
  const found: { records?: readonly Span[] | undefined } = {};
  const end = readMember(json, at, 'res', (resStart) => {
    // The records of an earlier `res` do not count.
    found.records = undefined;
    return readMember(json, resStart, 'records', (recordsStart) => {
      const elements: Span[] = [];
      found.records = json[recordsStart] === OPEN_ARRAY ? elements : undefined;
      return readArray(json, recordsStart, (elementStart) => {
        const elementEnd = valueEnd(json, elementStart);
        elements.push({ start: elementStart, end: elementEnd });
        return elementEnd;
      });
    });
  });
  return end === REFUSED ? undefined : found.records;
}

/**
 * Reads an object, and the value of its member `name` with `read`.
 * @param read returns the end of the value, or `REFUSED` if the value is not of the expected kind; such a value is
 *   skipped
 * @returns the end of the object, or `REFUSED`
 */
function readMember(
  json: Uint8Array,
  at: number,
  name: string,
  read: (valueStart: number) => number,
): number {
  return readObject(json, at, (key, valueStart) => {
    const end = isNamed(json, key, name) ? read(valueStart) : REFUSED;
    return end === REFUSED ? valueEnd(json, valueStart) : end;
  });
}

function isNamed(json: Uint8Array, key: Span, name: string): boolean {
  const text = spanText(json, key);
  return text.includes('\\') ? JSON.parse(text) === name : text === `"${name}"`;
}
