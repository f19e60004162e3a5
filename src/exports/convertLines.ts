import type { RecordPage } from '../base/model.ts';
import { partialOf } from './checkpoint.ts';
import type { Checkpoint } from './checkpointShape.ts';
import { writeAll, type Files, type OpenFile } from './files.ts';
import { writingOf } from './formats.ts';
import { writePages, type CollectedRecords } from './fromLines.ts';
import { stagedLines } from './stagedLines.ts';

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
