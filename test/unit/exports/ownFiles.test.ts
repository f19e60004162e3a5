import assert from 'node:assert/strict';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { ExportError, ExportInterrupted } from '../../../src/base/exportErrors.ts';
import type { ExportJob, ExportPlan, RecordSource } from '../../../src/base/exportPlan.ts';
import { type Checkpoint, loadCheckpoint } from '../../../src/exports/checkpoint.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { diskFiles, type Files } from '../../../src/exports/files.ts';
import { livenessOf } from '../../../src/catalogue/livingOwner.ts';
import { cleanUp } from '../cleanup.ts';
import { jobOf, newFile, pagesOf, runOf } from './exporting.ts';

const PAGES = [['{"id":"a"}', '{"id":"b"}'], ['{"id":"c"}']] as const;
const WHOLE = '{"id":"a"}\n{"id":"b"}\n{"id":"c"}\n';

/** Returns the error with which the export fails. */
async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => assert.fail('the export did not fail'),
    (error: unknown) => error,
  );
}

const start = (file: string, plan: Partial<ExportPlan> = {}, change: Partial<ExportJob> = {}) =>
  createExporter().start(jobOf(file, plan, change), pagesOf(...PAGES), runOf());

/** Yields the first page, and then throws. */
const stopping: RecordSource = async function* (begin, signal) {
  for await (const page of pagesOf(...PAGES)(begin, signal)) {
    if (page.next === undefined) throw new Error('stop');
    yield page;
  }
};

/** Leaves an unfinished export with the first page. */
async function interrupt(file: string, plan: Partial<ExportPlan> = {}): Promise<void> {
  const error = await errorOf(createExporter().start(jobOf(file, plan), stopping, runOf()));
  assert.ok(error instanceof ExportInterrupted, String(error));
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('existing files at the paths that an export needs', () => {
  afterEach(cleanUp);

  for (const end of ['.partial', '.converting', '.checkpoint', '.checkpoint.new']) {
    for (const overwrite of [false, true]) {
      it(`are not touched as ${end}, ${overwrite ? 'even if the target may' : 'if the target must not'} be replaced`, async () => {
        const file = newFile();
        const mine = `${file}${end}`;
        writeFileSync(mine, 'mine');
        for (const isResumable of [true, false]) {
          for (const format of ['ndjson', 'parquet'] as const) {
            const error = await errorOf(start(file, { format }, { overwrite, isResumable }));
            assert.ok(error instanceof ExportError, String(error));
            assert.deepEqual(error.problem, { kind: 'in-the-way', path: mine });
          }
        }
        const discarded = await errorOf(createExporter().discard(file));
        assert.ok(discarded instanceof ExportError && discarded.problem.kind === 'in-the-way');
        assert.deepEqual(readdirSync(dirname(file)), [basename(mine)]);
        assert.equal(readFileSync(mine, 'utf8'), 'mine');
      });
    }
  }

  it('are not written through a symbolic link at a path of the export', async function () {
    if (process.platform === 'win32') this.skip();
    const file = newFile();
    const mine = newFile('mine');
    writeFileSync(mine, 'mine');
    await interrupt(file, { format: 'parquet' });
    for (const end of ['.checkpoint.new', '.converting']) symlinkSync(mine, `${file}${end}`);
    await createExporter().resume(file, async () => pagesOf(...PAGES), runOf());
    assert.equal(readFileSync(mine, 'utf8'), 'mine');
  });

  it('are not touched if they appear while an export starts', async () => {
    const file = newFile();
    const mine = `${file}.partial`;
    const files: Files = {
      ...diskFiles,
      open: async (path, ...args) => {
        if (path === mine) writeFileSync(mine, 'mine', { flag: 'wx' });
        return diskFiles.open(path, ...args);
      },
    };
    const error = await errorOf(createExporter({ files }).start(jobOf(file), stopping, runOf()));
    assert.ok(error instanceof ExportError, String(error));
    assert.deepEqual(error.problem, { kind: 'in-the-way', path: mine });
    assert.deepEqual(readdirSync(dirname(file)), [basename(mine)]);
    assert.equal(readFileSync(mine, 'utf8'), 'mine');
  });

  it('are not taken for files of a running export if that export failed to start', async () => {
    const file = newFile();
    let checkpoint: Checkpoint | undefined;
    const files: Files = {
      ...diskFiles,
      open: async (path, ...args) => {
        if (!path.endsWith('.partial')) return diskFiles.open(path, ...args);
        checkpoint = await loadCheckpoint(diskFiles, file);
        throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
      },
    };
    await errorOf(createExporter({ files }).start(jobOf(file), stopping, runOf()));
    assert.ok(checkpoint?.run !== undefined && checkpoint.sign !== undefined);
    assert.equal(await livenessOf('export', checkpoint.run, checkpoint.sign), 'dead');
  });

  it('are replaced if they are recognized as left by an earlier export', async () => {
    const file = newFile();
    await interrupt(file);
    assert.ok(existsSync(`${file}.partial`));
    await start(file, {}, { overwrite: true });
    assert.deepEqual(readdirSync(dirname(file)), [basename(file)]);
  });
});

describe('permissions of exported files', function () {
  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  afterEach(cleanUp);

  for (const format of ['ndjson', 'parquet'] as const) {
    it(`belong to the owner only until the file is complete, as ${format}`, async () => {
      const umask = process.umask(0o022);
      try {
        const file = newFile();
        const modes = new Map<string, string>();
        const files: Files = {
          ...diskFiles,
          rename: async (from, to) => {
            for (const name of readdirSync(dirname(file))) {
              const path = `${dirname(file)}/${name}`;
              if (path !== from) modes.set(name.replace(basename(file), ''), modeOf(path));
            }
            await diskFiles.rename(from, to);
          },
          chmod: async (path, mode) => {
            modes.set(path.replace(file, ''), modeOf(path));
            await diskFiles.chmod(path, mode);
          },
        };
        const exporter = createExporter({ files, checkpointMs: 0 });
        await exporter.start(jobOf(file, { format }), pagesOf(...PAGES), runOf());
        assert.ok(modes.has('.partial') && modes.has('.checkpoint'), [...modes.keys()].join());
        assert.equal(modes.has('.converting'), format === 'parquet');
        assert.deepEqual(new Set(modes.values()), new Set(['600']));
        assert.equal(modeOf(file), '644');
      } finally {
        process.umask(umask);
      }
    });
  }

  it('are taken over from a replaced file, also after a resume', async () => {
    const file = newFile();
    writeFileSync(file, 'mine');
    chmodSync(file, 0o640);
    await start(file, {}, { overwrite: true });
    assert.equal(modeOf(file), '640');
    const resumed = newFile();
    await interrupt(resumed);
    assert.equal(modeOf(`${resumed}.partial`), '600');
    assert.equal(modeOf(`${resumed}.checkpoint`), '600');
    writeFileSync(resumed, 'mine');
    chmodSync(resumed, 0o604);
    await createExporter().resume(resumed, async () => pagesOf(...PAGES), runOf());
    assert.equal(modeOf(resumed), '604');
  });
});

describe('export into a folder that cannot be synced', () => {
  afterEach(cleanUp);

  for (const code of ['EIO', 'EACCES', 'ENOSYS']) {
    it(`succeeds with a warning (${code})`, async () => {
      const warnings: string[] = [];
      const files: Files = {
        ...diskFiles,
        syncFolder: async () => Promise.reject(Object.assign(new Error(code), { code })),
      };
      const file = newFile();
      const log = { warn: (message: string) => void warnings.push(message) };
      const exporter = createExporter({ files, log });
      const { records } = await exporter.start(jobOf(file), pagesOf(...PAGES), runOf());
      assert.equal(records, 3);
      assert.equal(readFileSync(file, 'utf8'), WHOLE);
      assert.match(warnings.join('\n'), new RegExp(`^The name of an exported file .*${code}`));
    });
  }
});

describe('partial file that another program changes during the export', () => {
  afterEach(cleanUp);

  for (const isResumable of [false, true]) {
    it(`makes an export fail that ${isResumable ? 'can' : 'cannot'} be resumed`, async () => {
      const file = newFile();
      const changing: RecordSource = async function* (begin, signal) {
        yield* pagesOf(...PAGES)(begin, signal);
        appendFileSync(`${file}.partial`, 'theirs');
      };
      const job = jobOf(file, {}, { isResumable });
      const error = await errorOf(createExporter().start(job, changing, runOf()));
      const cause = error instanceof ExportInterrupted ? error.cause : error;
      assert.ok(cause instanceof ExportError, String(error));
      const detail = 'a temporary file of the export was removed or changed during the export';
      assert.deepEqual(cause.problem, { kind: 'failed', detail });
      if (!isResumable) return assert.deepEqual(readdirSync(dirname(file)), []);
      await createExporter().resume(file, async () => pagesOf(...PAGES), runOf());
      assert.equal(readFileSync(file, 'utf8'), WHOLE);
    });
  }
});

describe('checkpoint with an offset inside a record', () => {
  afterEach(cleanUp);

  const plans: readonly Partial<ExportPlan>[] = [
    { format: 'ndjson' },
    { format: 'json' },
    { format: 'csv' },
    { format: 'csv', lists: 'columns' },
    { format: 'parquet' },
  ];
  for (const plan of plans) {
    it(`is refused as ${JSON.stringify(plan)}`, async () => {
      const file = newFile();
      await interrupt(file, plan);
      const text = readFileSync(`${file}.checkpoint`, 'utf8');
      const state = JSON.parse(text) as { readonly offset: number };
      const bytesBefore = readFileSync(`${file}.partial`);
      for (const offset of [state.offset - 1, state.offset - 2, state.offset - 5]) {
        writeFileSync(`${file}.checkpoint`, JSON.stringify({ ...state, offset }));
        const work = createExporter().resume(file, async () => pagesOf(...PAGES), runOf());
        const error = await errorOf(work);
        assert.ok(error instanceof ExportError && error.problem.kind === 'damaged', String(error));
        assert.match(error.problem.detail, /does not match the checkpoint/);
      }
      assert.deepEqual(readFileSync(`${file}.partial`), bytesBefore, 'the file is unchanged');
      writeFileSync(`${file}.checkpoint`, text);
      await createExporter().resume(file, async () => pagesOf(...PAGES), runOf());
      assert.ok(existsSync(file));
    });
  }
});
