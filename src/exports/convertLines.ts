import { Buffer } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import type { Span } from '../base/jsonScan.ts';
import type { RecordPage } from '../base/model.ts';
import { type Checkpoint, convertingPathOf, partialPathOf } from './checkpoint.ts';
import { type Files, writeAll } from './files.ts';
import { type StagedRecords, writePages, writerOf } from './formats.ts';

const LF = 0x0a;
const READ_SIZE = 1 << 20;

/** Yields pages of about 1 MB from a file of lines. All pages share a buffer: a page is valid until the next page. */
async function* readStagedLines(file: FileHandle): AsyncGenerator<RecordPage, void, undefined> {
  let buffer = Buffer.allocUnsafe(READ_SIZE * 2);
  // Number of bytes of an incomplete line at the start of the buffer.
  let leftoverLength = 0;
  let fileOffset = 0;
  for (;;) {
    // A line may be longer than the buffer, which then grows and keeps its content.
    if (buffer.length - leftoverLength < READ_SIZE)
      buffer = Buffer.concat([buffer], buffer.length * 2);
    const { bytesRead } = await file.read(buffer, leftoverLength, READ_SIZE, fileOffset);
    if (bytesRead === 0) return;
    fileOffset += bytesRead;
    const filledLength = leftoverLength + bytesRead;
    const records = linesOf(buffer.subarray(0, filledLength));
    if (records.length > 0) yield { body: buffer, records, next: undefined };
    const lastLine = records.at(-1);
    const leftoverStart = lastLine === undefined ? 0 : lastLine.end + 1;
    buffer.copyWithin(0, leftoverStart, filledLength);
    leftoverLength = filledLength - leftoverStart;
  }
}

/** Returns the complete lines, without their line breaks. */
function linesOf(bytes: Uint8Array): readonly Span[] {
  const lines: Span[] = [];
  let start = 0;
  for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
    lines.push({ start, end });
    start = end + 1;
  }
  return lines;
}

interface Conversion {
  readonly file: string;
  readonly state: Checkpoint;
  readonly signal: AbortSignal;
  readonly onRecords: (count: number) => void;
}

/** Converts the staged lines to the final format. The output has a temporary name until it is complete. */
export async function convertLines(files: Files, conversion: Conversion): Promise<void> {
  const { file, state, onRecords } = conversion;
  const { plan } = state;
  const path = convertingPathOf(file);
  // An earlier run may have left this file. It is not overwritten, because it might be a link to another file.
  await files.remove(path);
  const target = await files.open(path, 'wx', 0o600);
  try {
    const write = (bytes: Uint8Array): Promise<void> => writeAll(target, bytes);
    const records: StagedRecords = {
      file,
      onRecords,
      pages: () => readPages(files, conversion),
    };
    const writer = writerOf(plan);
    if (writer.convert !== undefined) await writer.convert(records, write);
    // The lines are staged although this writer needs no conversion: the plan was changed when the export was resumed.
    // The lines contain only the selected fields, already masked, so they are copied unchanged.
    else await writePages(writer.encoder(undefined), records, write);
    await target.datasync();
  } finally {
    await target.close();
  }
}

async function* readPages(
  files: Files,
  { file, signal }: Conversion,
): AsyncGenerator<RecordPage, void, undefined> {
  const partialFile = await files.open(partialPathOf(file), 'r');
  try {
    for await (const page of readStagedLines(partialFile)) {
      signal.throwIfAborted();
      yield page;
    }
  } finally {
    await partialFile.close();
  }
}
