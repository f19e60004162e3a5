import {
  OPEN_ARRAY,
  readElements,
  readObject,
  REFUSED,
  spaceEnd,
  type Span,
  spanText,
  valueEnd,
} from './jsonScan.ts';

export interface RecordSpans {
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
