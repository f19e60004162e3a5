import type { Buffer } from 'node:buffer';
import { slices } from '../../base/promises.ts';
import { spaceEnd, valueEnd, type Span } from '../../base/jsonScan.ts';
import { LONGEST_RECORD } from '../../base/inputProblems.ts';
import { ByteWindow } from './byteWindow.ts';
import type { Source } from './encodings.ts';
import { failureAt } from './problems.ts';
import type { PlacedElements } from './jsonList.ts';
import type { Reading } from './table.ts';

const LF = 0x0a;

/** Lines that are read between two chances to let other work in: a few milliseconds of work. */
const LINES_AT_ONCE = 5000;

/** The values of a text with one a line; empty lines are none. A line that is no JSON is a fault. */
export async function* ndjsonElements(
  source: Source,
  { signal, faults }: Pick<Reading, 'signal' | 'faults'>,
): AsyncGenerator<PlacedElements, void, undefined> {
  const window = new ByteWindow(source.chunks(signal));
  const due = slices();
  let lines = new Lines(window, 0);
  try {
    for (;;) {
      const { isMore, ...elements } = lines.take(faults);
      if (elements.spans.length > 0) yield elements;
      if (isMore) {
        await due();
        signal.throwIfAborted();
        continue;
      }
      const { at, count } = lines;
      if (window.bytes.length - at > LONGEST_RECORD)
        throw failureAt('bad-record', 'line', count + 1);
      if (window.isLast) return;
      await window.more(at);
      lines = new Lines(window, count);
    }
  } finally {
    await window.close();
  }
}

/** The lines in a window. */
class Lines {
  /** Where the next line begins. */
  at = 0;
  /** Lines before it, in the whole text. */
  count: number;
  readonly #json: Buffer;
  readonly #isLast: boolean;
  /** Where the next text begins. */
  #start = -1;

  constructor({ bytes, isLast }: ByteWindow, before: number) {
    this.#json = bytes;
    this.#isLast = isLast;
    this.count = before;
  }

  /** Reads some lines. `isMore`: there are more whole ones. */
  take(faults: Reading['faults']): PlacedElements & { readonly isMore: boolean } {
    const json = this.#json;
    const spans: Span[] = [];
    const places: number[] = [];
    let end = lineEnd(json, this.at, this.#isLast);
    for (let left = LINES_AT_ONCE; left > 0 && end >= 0; left--) {
      this.count++;
      // Behind an empty line it may be several lines further on already.
      if (this.#start < this.at) this.#start = spaceEnd(json, this.at);
      const span = { start: this.#start, end };
      if (span.start < end && isValue(json, span)) {
        spans.push(span);
        places.push(this.count);
      } else if (span.start < end) faults.add('bad-record', this.count);
      this.at = end + 1;
      end = lineEnd(json, this.at, this.#isLast);
    }
    return { json, spans, places, isMore: end >= 0 };
  }
}

/** Negative: the line is not whole yet, or there is none. */
function lineEnd(json: Buffer, at: number, isLast: boolean): number {
  if (at >= json.length) return -1;
  const end = json.indexOf(LF, at);
  return end < 0 && isLast ? json.length : end;
}

/** A value that has no end is looked for in its own line only. */
function isValue(json: Buffer, { start, end }: Span): boolean {
  const line = json.subarray(start, end);
  const after = valueEnd(line, 0);
  return after >= 0 && spaceEnd(line, after) === line.length;
}
