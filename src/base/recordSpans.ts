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
 * Returns the elements of `res.records` in the object that begins at `offset`. As in `JSON.parse`, the last of two
 * equal keys counts.
 * @returns `undefined` if there is no such object or no such list
 */
export function listedRecords(json: Uint8Array, offset: number): readonly Span[] | undefined {
  const result: { records?: readonly Span[] | undefined } = {};
  const end = readMember(json, offset, 'res', (resStart) => {
    // The records of an earlier `res` do not count.
    result.records = undefined;
    return readMember(json, resStart, 'records', (recordsStart) => {
      const elements: Span[] = [];
      result.records = json[recordsStart] === OPEN_ARRAY ? elements : undefined;
      return readArray(json, recordsStart, (elementStart) => {
        const elementEnd = valueEnd(json, elementStart);
        elements.push({ start: elementStart, end: elementEnd });
        return elementEnd;
      });
    });
  });
  return end === REFUSED ? undefined : result.records;
}

/**
 * Reads an object, and the value of its member `name` with `read`.
 * @param read returns the end of the value, or `REFUSED` if the value is not of the expected kind; such a value is
 *   skipped
 * @returns the end of the object, or `REFUSED`
 */
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
