import { Buffer } from 'node:buffer';
import type { Span } from '../../base/jsonScan.ts';
import type { RecordPage } from '../../base/model.ts';
import {
  blankLineBreaks,
  ByteSink,
  eachRecord,
  NO_BYTES,
  type PageEncoder,
} from './pageEncoder.ts';
import type { RecordShape } from './recordShape.ts';

const LF = 0x0a;

/** Returns an encoder that writes one record per line. Line breaks within a record become spaces. */
export function ndjson(shape: RecordShape | undefined): PageEncoder {
  return shape === undefined ? verbatimLines() : shapedLines(shape);
}

function verbatimLines(): PageEncoder {
  return {
    head: NO_BYTES,
    tail: NO_BYTES,
    pageEnd: 'line-break',
    encode: async ({ body, records }) => writeLinesInPlace(body, records),
  };
}

function shapedLines(shape: RecordShape): PageEncoder {
  const sink = new ByteSink();
  const encode = async ({ body, records }: RecordPage): Promise<Uint8Array> => {
    await eachRecord(records, (record) => {
      const start = sink.length;
      shape.write(body, record, sink);
      sink.blankLineBreaks(start);
      sink.text('\n');
    });
    return sink.take();
  };
  return { head: NO_BYTES, tail: NO_BYTES, pageEnd: 'line-break', encode };
}

/** Returns an encoder that writes a JSON array with one record per line. */
export function jsonArray(shape: RecordShape | undefined): PageEncoder {
  const sink = new ByteSink();
  const encode = async (
    { body, records }: RecordPage,
    recordsBefore: number,
  ): Promise<Uint8Array> => {
    await eachRecord(records, (record, index) => {
      sink.text(recordsBefore + index === 0 ? '\n' : ',\n');
      const start = sink.length;
      if (shape === undefined) sink.bytes(body, record.start, record.end);
      else shape.write(body, record, sink);
      sink.blankLineBreaks(start);
    });
    return sink.take();
  };
  return { head: Buffer.from('['), tail: Buffer.from('\n]\n'), pageEnd: 'record', encode };
}

/** There is room for the line breaks, because a comma or the closing bracket of the list follows each record. */
function writeLinesInPlace(body: Uint8Array, records: readonly Span[]): Uint8Array {
  const [first] = records;
  const last = records.at(-1);
  if (first === undefined || last === undefined) return NO_BYTES;
  blankLineBreaks(body, first.start, last.end);
  let writeEnd = first.start;
  for (const { start, end } of records) {
    if (writeEnd !== start) body.copyWithin(writeEnd, start, end);
    writeEnd += end - start;
    body[writeEnd++] = LF;
  }
  return body.subarray(first.start, writeEnd);
}
