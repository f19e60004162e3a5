import type { Buffer } from 'node:buffer';
import { spaceEnd, valueEnd, type Span } from '../../core/json/jsonScan.ts';
import { LONGEST_RECORD } from '../../core/plans/inputProblems.ts';
import { ByteWindow } from './byteWindow.ts';
import type { Source } from './encodings.ts';
import { failureAt } from './failures.ts';
import type { PlacedElements } from './jsonList.ts';
import type { Reading } from './table.ts';

const LF = 0x0a;

/** The values of a text with one a line; empty lines are none. A line that is no JSON is a fault. */
export async function* ndjsonElements(
  source: Source,
  { signal, faults }: Pick<Reading, 'signal' | 'faults'>,
): AsyncGenerator<PlacedElements, void, undefined> {
  const window = new ByteWindow(source.chunks(signal));
  let before = 0;
  try {
    for (let at = 0; !window.isLast;) {
      await window.more(at);
      const { json, end, lines, ...found } = linesIn(window, before);
      const isWhole = found.spans.map((span) => isValue(json, span));
      const broken = found.places.filter((_, index) => isWhole[index] === false);
      for (const place of broken) faults.add('broken-json', place);
      const spans = found.spans.filter((_, index) => isWhole[index]);
      const places = found.places.filter((_, index) => isWhole[index]);
      if (spans.length > 0) yield { json, spans, places };
      at = end;
      before = lines;
      if (json.length - at > LONGEST_RECORD) throw failureAt('long-record', 'line', before + 1);
    }
  } finally {
    await window.close();
  }
}

interface Lines extends PlacedElements {
  /** Where a line begins that is not whole yet, and how many are before it. */
  readonly end: number;
  readonly lines: number;
}

function linesIn({ bytes: json, isLast }: ByteWindow, before: number): Lines {
  const spans: Span[] = [];
  const places: number[] = [];
  let at = 0;
  let line = before;
  for (let end = lineEnd(json, at, isLast); end >= 0; end = lineEnd(json, at, isLast)) {
    line++;
    const start = spaceEnd(json, at);
    if (start < end) {
      spans.push({ start, end });
      places.push(line);
    }
    at = end + 1;
  }
  return { json, spans, places, end: at, lines: line };
}

/** Negative: the line is not whole yet, or there is none. */
function lineEnd(json: Buffer, at: number, isLast: boolean): number {
  if (at >= json.length) return -1;
  const end = json.indexOf(LF, at);
  return end < 0 && isLast ? json.length : end;
}

function isValue(json: Buffer, span: Span): boolean {
  const end = valueEnd(json, span.start);
  return end >= 0 && end <= span.end && spaceEnd(json, end) >= span.end;
}
