import { elementsOf, membersOf, spaceEnd, type Span } from './jsonScan.ts';
import { recordTexts } from './jsonText.ts';

/** The records of a page, found in its body and not parsed. */
export interface RecordSpans {
  /** UTF-8. */
  readonly json: Uint8Array;
  readonly spans: readonly Span[];
}

const decoder = new TextDecoder();

/**
 * Finds the elements of `res.records` in a body that `JSON.parse` accepts.
 * @param count how many there are: a scan with another result is not trusted
 */
export function recordSpans(body: Uint8Array, count: number): RecordSpans {
  const spans = scanned(body);
  if (spans?.length === count) return { json: body, spans };
  return joined(recordTexts(decoder.decode(body)));
}

function scanned(body: Uint8Array): readonly Span[] | undefined {
  const res = memberAt(body, spaceEnd(body, 0), '"res"');
  const records = res && memberAt(body, res.start, '"records"');
  return records && elementsOf(body, records.start);
}

/** The last one of this name, as `JSON.parse` has it; a name with an escape may be any name. */
function memberAt(body: Uint8Array, at: number, name: string): Span | undefined {
  let found: Span | undefined;
  for (const { key, value } of membersOf(body, at) ?? []) {
    const text = decoder.decode(body.subarray(key.start, key.end));
    if (text.includes('\\')) return undefined;
    if (text === name) found = value;
  }
  return found;
}

function joined(texts: readonly string[]): RecordSpans {
  const json = new TextEncoder().encode(texts.join(','));
  let start = 0;
  const spans = texts.map((text) => {
    const span = { start, end: start + new TextEncoder().encode(text).length };
    start = span.end + 1;
    return span;
  });
  return { json, spans };
}
