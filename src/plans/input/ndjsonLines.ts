import type { Buffer } from 'node:buffer';
import { createTimeSlicer } from '../../base/promises.ts';
import { spaceEnd, valueEnd, type Span } from '../../base/jsonScan.ts';
import { MAX_RECORD_BYTES } from '../../base/inputProblems.ts';
import { ByteWindow } from './byteWindow.ts';
import type { Source } from './encodings.ts';
import { inputErrorAt } from './problems.ts';
import type { PlacedElements } from './jsonList.ts';
import type { ReadRequest } from './table.ts';

const LF = 0x0a;

/** Number of lines per time slice, which take a few milliseconds. */
const LINES_PER_SLICE = 5000;

/** Reads a text with one value per line. Skips empty lines. Reports a line that is not valid JSON as a problem. */
export async function* ndjsonElements(
  source: Source,
  { signal, problems }: Pick<ReadRequest, 'signal' | 'problems'>,
): AsyncGenerator<PlacedElements, void, undefined> {
  const window = new ByteWindow(source.chunks(signal));
  const pauseIfDue = createTimeSlicer();
  let lineReader = new LineReader(window, 0);
  try {
    for (;;) {
      const { hasMore, ...elements } = lineReader.read(problems);
      if (elements.spans.length > 0) yield elements;
      if (hasMore) {
        await pauseIfDue();
        signal.throwIfAborted();
        continue;
      }
      const { offset, lineCount } = lineReader;
      if (window.bytes.length - offset > MAX_RECORD_BYTES)
        throw inputErrorAt('bad-record', 'line', lineCount + 1);
      if (window.isLast) return;
      await window.readMore(offset);
      lineReader = new LineReader(window, lineCount);
    }
  } finally {
    await window.close();
  }
}

/** Reads the lines in a window. */
class LineReader {
  /** Offset of the next line. */
  offset = 0;
  /** Number of lines before the next line, in the whole text. */
  lineCount: number;
  readonly #json: Buffer;
  readonly #isLast: boolean;
  /** Offset of the next byte that is not white space, which may be on a later line. */
  #textStart = -1;

  constructor({ bytes, isLast }: ByteWindow, linesBefore: number) {
    this.#json = bytes;
    this.#isLast = isLast;
    this.lineCount = linesBefore;
  }

  /** Reads up to `LINES_PER_SLICE` lines. `hasMore` shows whether the window has more complete lines. */
  read(problems: ReadRequest['problems']): PlacedElements & { readonly hasMore: boolean } {
    const json = this.#json;
    const spans: Span[] = [];
    const positions: number[] = [];
    let end = lineEnd(json, this.offset, this.#isLast);
    for (let remaining = LINES_PER_SLICE; remaining > 0 && end >= 0; remaining--) {
      this.lineCount++;
      // After empty lines, the next text may already be known several lines ahead.
      if (this.#textStart < this.offset) this.#textStart = spaceEnd(json, this.offset);
      const span = { start: this.#textStart, end };
      if (span.start < end && isValue(json, span)) {
        spans.push(span);
        positions.push(this.lineCount);
      } else if (span.start < end) problems.add('bad-record', this.lineCount);
      this.offset = end + 1;
      end = lineEnd(json, this.offset, this.#isLast);
    }
    return { json, spans, positions, hasMore: end >= 0 };
  }
}

/** Returns the end of the line at an offset. Negative if the line is incomplete, or there is no line. */
function lineEnd(json: Buffer, offset: number, isLast: boolean): number {
  if (offset >= json.length) return -1;
  const end = json.indexOf(LF, offset);
  return end < 0 && isLast ? json.length : end;
}

/** Whether the line is one JSON value. Checks only this line, so an unclosed value does not reach the next one. */
function isValue(json: Buffer, { start, end }: Span): boolean {
  const line = json.subarray(start, end);
  const after = valueEnd(line, 0);
  return after >= 0 && spaceEnd(line, after) === line.length;
}
