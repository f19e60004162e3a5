import { Buffer } from 'node:buffer';
import type { Span } from '../base/jsonScan.ts';
import type { RecordPage } from '../base/model.ts';
import { type Checkpoint, partialOf } from './checkpoint.ts';
import { type Files, type OpenFile, writeAll } from './files.ts';
import { type CollectedRecords, writePages, writingOf } from './formats.ts';

const LF = 0x0a;
const CHUNK = 1 << 20;

/** Yields pages of about 1 MB from a file of lines. All share a buffer: a page is valid until the next is read. */
async function* readStagedLines(file: OpenFile): AsyncGenerator<RecordPage, void, undefined> {
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

/** Converts the lines of the partial file to the final format. The output has a temporary name until it is complete. */
export async function convertLines(files: Files, conversion: Conversion): Promise<void> {
  const { file, state, onRecords } = conversion;
  const { plan } = state;
  const path = convertingOf(file);
  // An earlier run may have left this file. It is removed and not overwritten, because it might be a link to another
  // file.
  await files.remove(path);
  const target = await files.open(path, 'wx', 0o600);
  try {
    const write = (bytes: Uint8Array): Promise<void> => writeAll(target, bytes);
    const records: CollectedRecords = {
      file,
      onRecords,
      pages: () => readPages(files, conversion),
    };
    const writing = writingOf(plan);
    if (writing.convert !== undefined) await writing.convert(records, write);
    // The plan changed after the lines were staged. Fields and masks are applied to the lines already.
    else await writePages(writing.encoder(undefined), records, write);
    await target.datasync();
  } finally {
    await target.close();
  }
}

async function* readPages(
  files: Files,
  { file, signal }: Conversion,
): AsyncGenerator<RecordPage, void, undefined> {
  const lines: OpenFile = await files.open(partialOf(file), 'r');
  try {
    for await (const page of readStagedLines(lines)) {
      signal.throwIfAborted();
      yield page;
    }
  } finally {
    await lines.close();
  }
}
