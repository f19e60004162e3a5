import assert from 'node:assert/strict';
import { existsSync, readFileSync, truncateSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { ExportError, ExportInterrupted } from '../../../src/base/exportErrors.ts';
import type { RecordSource } from '../../../src/base/exportPlan.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { diskFiles, type Files } from '../../../src/exports/files.ts';
import { cleanUp } from '../cleanup.ts';
import { jobOf, newFile, pagesOf, runOf } from './exporting.ts';

const PAGES = Array.from({ length: 4 }, (_, index) => [JSON.stringify({ id: String(index) })]);

/** Yields two pages, and then calls `onFailure` and fails. */
const failing = (onFailure: () => void): RecordSource =>
  async function* (start, signal) {
    let count = 0;
    for await (const page of pagesOf(...PAGES)(start, signal)) {
      yield page;
      if (++count < 2) continue;
      onFailure();
      throw new Error('no more');
    }
  };

/** Returns file functions that keep a list of the open files. */
function countedFiles() {
  const open = new Set<FileHandle>();
  const files: Files = {
    ...diskFiles,
    open: async (path, flags, mode) => {
      const handle = await diskFiles.open(path, flags, mode);
      open.add(handle);
      const originalClose = handle.close.bind(handle);
      const close = (): Promise<void> => {
        open.delete(handle);
        return originalClose();
      };
      return Object.assign(handle, { close });
    },
  };
  return { open, files };
}

describe('interrupted export', () => {
  afterEach(cleanUp);

  it('leaves no file open, even if it cannot be resumed', async () => {
    const file = newFile();
    const { open, files } = countedFiles();
    const exporter = createExporter({ files });
    const start = exporter.start(
      jobOf(file),
      failing(() => undefined),
      runOf(),
    );
    await assert.rejects(start, (error) => error instanceof ExportInterrupted);
    assert.equal(open.size, 0);
    truncateSync(`${file}.partial`, 3);
    const resumed = exporter.resume(file, async () => pagesOf(...PAGES), runOf());
    await assert.rejects(resumed, (error) => error instanceof ExportError);
    assert.equal(open.size, 0);
  });

  it('reports only the records that its checkpoint counts, if the last checkpoint cannot be saved', async () => {
    const file = newFile();
    let isFull = false;
    const files: Files = {
      ...diskFiles,
      open: async (path, flags, mode) => {
        if (isFull && path.endsWith('.new'))
          throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
        return diskFiles.open(path, flags, mode);
      },
    };
    const exporter = createExporter({ files, checkpointMs: 3_600_000 });
    // The first run saves a checkpoint with two records, the second one none with four.
    const first = exporter.start(
      jobOf(file),
      failing(() => undefined),
      runOf(),
    );
    await assert.rejects(
      first,
      (error) => error instanceof ExportInterrupted && error.records === 2,
    );
    const second = exporter.resume(file, async () => failing(() => (isFull = true)), runOf());
    await assert.rejects(
      second,
      (error) => error instanceof ExportInterrupted && error.records === 2,
    );
    isFull = false;
    await exporter.resume(file, async () => pagesOf(...PAGES), runOf());
    assert.equal(readFileSync(file, 'utf8'), PAGES.map(([record]) => `${record}\n`).join(''));
    assert.equal(existsSync(`${file}.checkpoint`), false);
  });
});
