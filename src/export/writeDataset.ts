import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import { ExportError } from '../core/exports/exportErrors.ts';
import { PART_SIZE } from '../core/exports/exportPlan.ts';
import type { RecordPage } from '../core/model.ts';
import type { Checkpoint } from './checkpointShape.ts';
import { MANIFEST, partName, unfinishedName } from './datasetFolder.ts';
import { manifestText, type DatasetPart } from './datasetManifest.ts';
import { writeAll, type Files } from './files.ts';
import { writeParquet, type Write } from './fromLines.ts';

export interface DatasetSource {
  readonly file: string;
  readonly state: Checkpoint;
  readonly onRecords: (count: number) => void;
  /** All records, from the first one on. A page is good until the next one. */
  readonly pages: AsyncGenerator<RecordPage, void, undefined>;
  /** Throws when another run writes this export by now. */
  readonly requireOwn: () => Promise<void>;
}

/**
 * Writes the parts that are not there yet, and the manifest. Each has its name only when it is whole and on the disk,
 * and what is in it follows from the records alone: whoever goes on keeps the parts that an earlier run has finished.
 */
export async function writeDataset(
  files: Files,
  folder: string,
  source: DatasetSource,
): Promise<void> {
  const { state, pages } = source;
  const partSize = state.plan.partSize ?? PART_SIZE;
  if ((await files.look(folder)) === undefined) await files.makeFolder(folder);
  const reader = new PartReader(pages);
  const parts: DatasetPart[] = [];
  try {
    for (let from = 0; from < state.records || from === 0; from += partSize) {
      const customers = Math.min(partSize, state.records - from);
      const place = { folder, name: partName(parts.length) };
      parts.push(await writePart(files, place, { source, reader, customers }));
    }
  } finally {
    await pages.return();
  }
  // The names of the parts are on the disk before anything says that they are all there.
  await files.syncFolder(join(folder, MANIFEST)).catch(() => undefined);
  const text = Buffer.from(manifestText(state, partSize, parts));
  await writeWhole(files, { folder, name: MANIFEST }, source, (write) => write(text));
}

interface Part {
  readonly source: DatasetSource;
  readonly reader: PartReader;
  readonly customers: number;
}

/** Passes over the records of one that is there. */
async function writePart(
  files: Files,
  place: Place,
  { source, reader, customers }: Part,
): Promise<DatasetPart> {
  const { file, state } = source;
  const path = join(place.folder, place.name);
  let read = 0;
  const onRecords = (count: number): void => {
    read += count;
    source.onRecords(count);
  };
  const pages = (): AsyncIterable<RecordPage> => reader.next(customers);
  if ((await files.look(path)) === undefined) {
    const collected = { file, onRecords, pages };
    await writeWhole(files, place, source, async (write) => {
      await writeParquet(state.plan, collected, write);
      requireCount(file, read, customers);
    });
  } else {
    for await (const page of pages()) onRecords(page.records.length);
    requireCount(file, read, customers);
  }
  return { file: place.name, customers, bytes: (await files.look(path))?.size ?? 0 };
}

interface Place {
  readonly folder: string;
  readonly name: string;
}

async function writeWhole(
  files: Files,
  { folder, name }: Place,
  { state: { mode }, requireOwn }: DatasetSource,
  fill: (write: Write) => Promise<void>,
): Promise<void> {
  const path = join(folder, unfinishedName(name));
  // Of an earlier run. Not overwritten: it might be a link to another file.
  await files.remove(path);
  const handle = await files.open(path, 'wx', 0o600);
  try {
    await fill((bytes) => writeAll(handle, bytes));
    // Some file systems have no permissions.
    if (mode !== undefined) await handle.chmod(mode).catch(() => undefined);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await requireOwn();
  await files.rename(path, join(folder, name));
}

/** Cuts pages where a part ends. */
class PartReader {
  readonly #pages: AsyncIterator<RecordPage, void, undefined>;
  #rest: RecordPage | undefined;

  constructor(pages: AsyncIterator<RecordPage, void, undefined>) {
    this.#pages = pages;
  }

  /** So many records, or fewer at the end of all. */
  async *next(count: number): AsyncGenerator<RecordPage, void, undefined> {
    for (let left = count; left > 0;) {
      const page = this.#rest ?? (await this.#pages.next()).value;
      this.#rest = undefined;
      if (page === undefined) return;
      const records = page.records.slice(0, left);
      const rest = page.records.slice(left);
      if (rest.length > 0) this.#rest = { ...page, records: rest };
      left -= records.length;
      yield { ...page, records };
    }
  }
}

function requireCount(file: string, found: number, wanted: number): void {
  if (found === wanted) return;
  const detail = `its partial file has ${found} records where there should be ${wanted}`;
  throw new ExportError({ kind: 'damaged', detail }, file);
}
