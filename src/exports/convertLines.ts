import { Buffer } from 'node:buffer';
import type { Span } from '../base/jsonScan.ts';
import type { RecordPage } from '../base/model.ts';
import { type Checkpoint, partialOf } from './checkpoint.ts';
import { type Files, type OpenFile, writeAll } from './files.ts';
import { type CollectedRecords, writePages, writingOf } from './formats.ts';

const LF = 0x0a;
const CHUNK = 1 << 20;

/** The records of a file with one a line, in pages of about a megabyte. A page is good until the next one. */
async function* stagedLines(file: OpenFile): AsyncGenerator<RecordPage, void, undefined> {
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

export function convertingOf(file: string): string {
  return `${file}.converting`;
}

interface Conversion {
  readonly file: string;
  readonly state: Checkpoint;
  readonly signal: AbortSignal;
  readonly onRecords: (count: number) => void;
}

/** Turns the lines of the partial file into the file itself, under a name of its own until it is whole. */
export async function convertLines(files: Files, conversion: Conversion): Promise<void> {
  const { file, state, onRecords } = conversion;
  const { plan } = state;
  const path = convertingOf(file);
  // Of an earlier run. Not overwritten: it might be a link to another file.
  await files.remove(path);
  const target = await files.open(path, 'wx', 0o600);
  try {
    const write = (bytes: Uint8Array): Promise<void> => writeAll(target, bytes);
    const records: CollectedRecords = { file, onRecords, pages: () => pagesOf(files, conversion) };
    const writing = writingOf(plan);
    if (writing.convert !== undefined) await writing.convert(records, write);
    // The plan was another one when the lines were written. They have their shape already.
    else await writePages(writing.encoder(undefined), records, write);
    await target.datasync();
  } finally {
    await target.close();
  }
}

async function* pagesOf(
  files: Files,
  { file, signal }: Conversion,
): AsyncGenerator<RecordPage, void, undefined> {
  const lines: OpenFile = await files.open(partialOf(file), 'r');
  try {
    for await (const page of stagedLines(lines)) {
      signal.throwIfAborted();
      yield page;
    }
  } finally {
    await lines.close();
  }
}
