import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ExportError, ExportInterrupted } from '../../../src/base/exportErrors.ts';
import type { RecordSource } from '../../../src/base/exportPlan.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { diskFiles, type Files } from '../../../src/exports/files.ts';
import { cleanUp } from '../cleanup.ts';
import { jobOf, newFile, pagesOf, runOf } from './exporting.ts';

/** Sixty pages of one record, with 10 or 11 bytes each. */
const PAGES = Array.from({ length: 60 }, (_, index) => [JSON.stringify({ id: String(index) })]);
const WHOLE = PAGES.map((page) => `${page[0]}\n`).join('');

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: as the system says it`), { code });
}

/** Returns file functions for a disk with this many free bytes for the partial file. */
function smallDisk(freeBytes: number, code: string): Files {
  return {
    ...diskFiles,
    open: async (path, flags, mode) => {
      const file = await diskFiles.open(path, flags, mode);
      return path.endsWith('.partial') ? limitedFile(file, freeBytes, code) : file;
    },
  };
}

type Write = (bytes: Uint8Array, from: number, length: number) => Promise<{ bytesWritten: number }>;

/** Makes the writes to the file fail with this code after `freeBytes` bytes. */
function limitedFile(file: FileHandle, freeBytes: number, code: string): FileHandle {
  const originalWrite: Write = file.write.bind(file);
  let used = 0;
  const write: Write = async (bytes, from, length) => {
    const bytesLeft = freeBytes - used;
    if (bytesLeft <= 0) throw systemError(code);
    const result = await originalWrite(bytes, from, Math.min(length, bytesLeft));
    used += result.bytesWritten;
    return result;
  };
  return Object.assign(file, { write });
}

/** Returns the error with which the export fails. */
async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => assert.fail('the export did not fail'),
    (error: unknown) => error,
  );
}

describe('export to a failing disk', () => {
  afterEach(cleanUp);

  for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG']) {
    it(`keeps complete records if the disk reports ${code}, and resumes when there is space`, async () => {
      const file = newFile();
      const exporter = createExporter({ files: smallDisk(333, code), checkpointMs: 0 });
      const error = await errorOf(exporter.start(jobOf(file), pagesOf(...PAGES), runOf()));
      assert.ok(error instanceof ExportInterrupted, String(error));
      assert.ok(error.cause instanceof ExportError && error.cause.problem.kind === 'no-space');
      const partial = readFileSync(`${file}.partial`, 'utf8');
      assert.ok(partial.length <= 333 && partial.endsWith('}\n') && WHOLE.startsWith(partial));
      assert.equal(partial.split('\n').length - 1, error.records);
      await createExporter().resume(file, async () => pagesOf(...PAGES), runOf());
      assert.equal(readFileSync(file, 'utf8'), WHOLE);
    });
  }

  it('closes and removes its files if there is no space to start', async () => {
    const file = newFile();
    const opened = new Set<FileHandle>();
    const files: Files = {
      ...diskFiles,
      open: async (path, flags, mode) => {
        const freeBytes = path.endsWith('.partial') ? 0 : Infinity;
        const handle = limitedFile(await diskFiles.open(path, flags, mode), freeBytes, 'ENOSPC');
        opened.add(handle);
        const originalClose = handle.close.bind(handle);
        const close = (): Promise<void> => {
          opened.delete(handle);
          return originalClose();
        };
        return Object.assign(handle, { close });
      },
    };
    const job = jobOf(file, { format: 'csv' });
    const error = await errorOf(createExporter({ files }).start(job, pagesOf(...PAGES), runOf()));
    assert.ok(error instanceof ExportError && error.problem.kind === 'no-space', String(error));
    assert.deepEqual([opened.size, readdirSync(dirname(file))], [0, []]);
  });

  it('reports missing space for a checkpoint, and leaves no file', async () => {
    const file = newFile();
    const files: Files = {
      ...diskFiles,
      open: async (path, flags, mode) => {
        if (path.endsWith('.checkpoint') && flags === 'wx') throw systemError('ENOSPC');
        return diskFiles.open(path, flags, mode);
      },
    };
    const exporter = createExporter({ files });
    const error = await errorOf(exporter.start(jobOf(file), pagesOf(...PAGES), runOf()));
    assert.ok(error instanceof ExportError && error.problem.kind === 'no-space', String(error));
    assert.deepEqual(readdirSync(dirname(file)), []);
  });

  it('ends its lease and keeps the first error if the checkpoint of a failed start cannot be removed', async () => {
    const file = newFile();
    const files: Files = {
      ...diskFiles,
      open: async (path, flags, mode) => {
        if (path.endsWith('.partial')) throw systemError('ENOSPC');
        return diskFiles.open(path, flags, mode);
      },
      remove: async (path) => {
        if (path.endsWith('.checkpoint')) throw systemError('EACCES');
        return diskFiles.remove(path);
      },
    };
    const exporter = createExporter({ files });
    const error = await errorOf(exporter.start(jobOf(file), pagesOf(...PAGES), runOf()));
    assert.ok(error instanceof ExportError && error.problem.kind === 'no-space', String(error));
    assert.equal((await exporter.unfinished(file))?.isRunning, false);
  });

  for (const [format, lists] of [
    ['ndjson', 'json'],
    ['json', 'json'],
    ['csv', 'json'],
    ['csv', 'columns'],
  ] as const) {
    it(`writes ${format} with lists as ${lists} sequentially, and never moves or removes an open file`, async () => {
      const open = new Map<FileHandle, string>();
      const movedPaths: string[] = [];
      const overlapping: string[] = [];
      const assertClosed = (path: string): void => {
        assert.ok(![...open.values()].includes(path), path);
        movedPaths.push(path);
      };
      const files: Files = {
        ...diskFiles,
        open: async (path, flags, mode) => {
          const handle = await diskFiles.open(path, flags, mode);
          const originalClose = handle.close.bind(handle);
          const originalWrite: Write = handle.write.bind(handle);
          open.set(handle, path);
          // Windows cannot move or remove an open file, so a file stays open for some time after `close` is called.
          const close = async (): Promise<void> => {
            const turns = flags === 'r' ? 30_000 : 10_000;
            for (let turn = 0; turn < turns; turn++) await nextTurn();
            await originalClose();
            open.delete(handle);
          };
          let isWriting = false;
          const write: Write = async (...args) => {
            if (isWriting) overlapping.push(path);
            isWriting = true;
            for (let turn = 0; turn < 2000; turn++) await nextTurn();
            const written = await originalWrite(...args);
            isWriting = false;
            return written;
          };
          return Object.assign(handle, { write, close, datasync: async () => {} });
        },
        syncFolder: async () => {},
        rename: async (from, to) => {
          assertClosed(from);
          await diskFiles.rename(from, to);
        },
        remove: async (path) => {
          assertClosed(path);
          await diskFiles.remove(path);
        },
      };
      const file = newFile();
      const job = jobOf(file, { format, lists });
      // More pages than one conversion step handles.
      const large = Array.from({ length: 20 }, () => [JSON.stringify({ id: 'x'.repeat(100_000) })]);
      await createExporter({ files }).start(job, pagesOf(...large), runOf());
      assert.ok(movedPaths.includes(`${file}.partial`));
      assert.deepEqual([open.size, overlapping], [0, []]);
    });
  }

  it('resumes from an older checkpoint if there was no space for a new one', async () => {
    const file = newFile();
    const checkpointSaved = Promise.withResolvers<void>();
    const checkpointFailed = Promise.withResolvers<void>();
    const storedCheckpoint = (): { readonly pages: number; readonly records: number } =>
      JSON.parse(readFileSync(`${file}.checkpoint`, 'utf8')) as ReturnType<typeof storedCheckpoint>;
    const files: Files = {
      ...diskFiles,
      open: async (path, flags, mode) => {
        const isNew = path.endsWith('.new') && existsSync(`${file}.checkpoint`);
        if (!isNew || storedCheckpoint().pages === 0) return diskFiles.open(path, flags, mode);
        checkpointFailed.resolve();
        throw systemError('ENOSPC');
      },
      rename: async (from, to) => {
        await diskFiles.rename(from, to);
        if (storedCheckpoint().pages > 0) checkpointSaved.resolve();
      },
    };
    const manyPages = Array.from({ length: 20 }, () => PAGES).flat();
    let loaded = 0;
    const source: RecordSource = async function* (start, signal) {
      for await (const page of pagesOf(...manyPages)(start, signal)) {
        // Checkpoints are written concurrently with the pages. The pages wait for one successful
        // and one failed checkpoint.
        if (++loaded === 3) await checkpointSaved.promise;
        if (loaded === 30) await checkpointFailed.promise;
        yield page;
      }
    };
    const exporter = createExporter({ files, checkpointMs: 0 });
    const error = await errorOf(exporter.start(jobOf(file), source, runOf()));
    assert.ok(error instanceof ExportInterrupted, String(error));
    assert.ok(loaded < manyPages.length, 'no more pages are requested after the disk is full');
    assert.ok(storedCheckpoint().records < manyPages.length, 'saved before the disk was full');
    await createExporter().resume(file, async () => pagesOf(...manyPages), runOf());
    assert.equal(readFileSync(file, 'utf8'), WHOLE.repeat(20));
  });

  it('fails at a limit of the operating system, and keeps complete records', function () {
    if (process.platform === 'win32') this.skip();
    const file = newFile();
    const child = join(import.meta.dirname, 'limitedChild.ts');
    // The limit counts blocks of 1024 bytes, and applies only to this process.
    const command = `ulimit -f 200; exec "$0" "$@"`;
    const run = spawnSync('bash', ['-c', command, process.execPath, child, file], {
      encoding: 'utf8',
    });
    assert.match(run.stdout, /^no-space \d+$/m, run.stderr);
    const keptRecords = Number(/no-space (\d+)/.exec(run.stdout)?.[1]);
    const lines = readFileSync(`${file}.partial`, 'utf8').split('\n');
    assert.equal(lines.pop(), '');
    assert.equal(lines.length, keptRecords);
    assert.ok(keptRecords > 0 && lines.every((line, index) => line.startsWith(`{"id":"${index}"`)));
  });

  it('leaves no salt in the unfinished checkpoint of a killed process', async () => {
    const leaveUnfinished = (file: string): void =>
      writeFileSync(`${file}.checkpoint.new`, '{"salt":"5a17"');
    const small = createExporter({ files: smallDisk(333, 'ENOSPC') });
    // The unfinished file is removed by a new export, by a discard, and by an export that cannot rename its own one.
    const newExport = newFile();
    await errorOf(small.start(jobOf(newExport), pagesOf(...PAGES), runOf()));
    leaveUnfinished(newExport);
    await createExporter({ checkpointMs: 1e9 }).start(
      jobOf(newExport, {}, { overwrite: true }),
      pagesOf(...PAGES),
      runOf(),
    );
    const discarded = newFile();
    await errorOf(small.start(jobOf(discarded), pagesOf(...PAGES), runOf()));
    assert.ok(existsSync(`${discarded}.checkpoint`));
    leaveUnfinished(discarded);
    await createExporter().discard(discarded);
    const failed = newFile();
    const files: Files = {
      ...diskFiles,
      rename: async () => Promise.reject(systemError('EROFS')),
    };
    await assert.rejects(
      createExporter({ files }).start(jobOf(failed), pagesOf(...PAGES), runOf()),
    );
    // Each file is in its own folder.
    assert.deepEqual(readdirSync(dirname(newExport)), [basename(newExport)]);
    assert.deepEqual(readdirSync(dirname(discarded)), []);
    assert.deepEqual(readdirSync(dirname(failed)), []);
  });

  it('reports a location that cannot be written, and leaves no file there', async () => {
    const folder = dirname(newFile());
    writeFileSync(join(folder, 'plain'), '');
    mkdirSync(join(folder, 'sub'));
    for (const [path, detail] of [
      ['nowhere/x.ndjson', 'ENOENT'],
      ['plain/x.ndjson', 'ENOTDIR'],
      ['sub', 'EISDIR'],
      [`${'x'.repeat(300)}.ndjson`, 'ENAMETOOLONG'],
    ] as const) {
      const file = join(folder, path);
      const error = await errorOf(createExporter().start(jobOf(file), pagesOf(...PAGES), runOf()));
      assert.ok(error instanceof ExportError, String(error));
      assert.deepEqual(error.problem, { kind: 'not-writable', detail });
      for (const end of ['.partial', '.checkpoint'])
        assert.equal(existsSync(`${file}${end}`), false);
    }
  });

  for (const code of ['EACCES', 'EROFS']) {
    it(`reports the system error ${code}`, async () => {
      const files: Files = { ...diskFiles, open: async () => Promise.reject(systemError(code)) };
      const work = createExporter({ files }).start(jobOf(newFile()), pagesOf(...PAGES), runOf());
      const error = await errorOf(work);
      assert.ok(error instanceof ExportError);
      assert.deepEqual(error.problem, { kind: 'not-writable', detail: code });
    });
  }
});
