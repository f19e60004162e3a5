import { Buffer } from 'node:buffer';
import type { Span } from '../base/jsonScan.ts';
import type { RecordPage } from '../base/model.ts';
import type { OpenFile } from './files.ts';

const LF = 0x0a;
const CHUNK = 1 << 20;

/** The records of a file with one a line, in pages of about a megabyte. A page is good until the next one. */
export async function* stagedLines(file: OpenFile): AsyncGenerator<RecordPage, void, undefined> {
  let buffer = Buffer.allocUnsafe(CHUNK * 2);
  let kept = 0;
  let at = 0;
  for (;;) {
    if (buffer.length - kept < CHUNK) buffer = Buffer.concat([buffer], buffer.length * 2);
    const { bytesRead } = await file.read(buffer, kept, CHUNK, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    const filled = kept + bytesRead;
    const records = linesOf(buffer.subarray(0, filled));
    if (records.length > 0) yield { body: buffer, records, next: undefined };
    const last = records.at(-1);
    const from = last === undefined ? 0 : last.end + 1;
    buffer.copyWithin(0, from, filled);
    kept = filled - from;
  }
}

function linesOf(bytes: Uint8Array): readonly Span[] {
  const lines: Span[] = [];
  let start = 0;
  for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
    lines.push({ start, end });
    start = end + 1;
  }
  return lines;
}
