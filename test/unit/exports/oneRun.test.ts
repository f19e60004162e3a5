import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { ExportError, ExportInterrupted } from '../../../src/base/exportErrors.ts';
import type { RecordSource } from '../../../src/base/exportPlan.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { diskFiles, type Files } from '../../../src/exports/files.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';
import { batches, jobOf as audienceJobOf, user } from './audienceJobs.ts';
import { jobOf, newFile, pagesOf, runOf } from './exporting.ts';

const PAGES = [['{"id":"a"}'], ['{"id":"b"}']] as const;
const WHOLE = '{"id":"a"}\n{"id":"b"}\n';
const allPages = async (): Promise<RecordSource> => pagesOf(...PAGES);
const AN_HOUR_AGO = new Date(Date.now() - 3_600_000);

/** Returns the kind of the problem with which the export fails. */
async function problemOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => assert.fail('the export did not fail'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ExportError, String(error));
  return error.problem.kind;
}

/** Returns pages of which the second waits until the test continues. */
function waitingPages() {
  const reached = Promise.withResolvers<void>();
  const proceed = Promise.withResolvers<void>();
  const source: RecordSource = async function* (start, signal) {
    for await (const page of pagesOf(...PAGES)(start, signal)) {
      yield page;
      reached.resolve();
      await proceed.promise;
    }
  };
  return { source, reached: reached.promise, proceed: proceed.resolve };
}

/** Two paths of the same file. */
interface Names {
  readonly first: string;
  readonly second: string;
  readonly files?: Files;
}

/** File functions of a disk with case-insensitive names. */
const caseInsensitive: Files = {
  ...diskFiles,
  open: async (path, ...args) => diskFiles.open(lowercased(path), ...args),
  readText: (path) => diskFiles.readText(lowercased(path)),
  rename: (from, to) => diskFiles.rename(lowercased(from), lowercased(to)),
  remove: (path) => diskFiles.remove(lowercased(path)),
  stat: (path) => diskFiles.stat(lowercased(path)),
  chmod: (path, mode) => diskFiles.chmod(lowercased(path), mode),
  touch: (path) => diskFiles.touch(lowercased(path)),
};

function lowercased(path: string): string {
  return join(dirname(path), basename(path).toLowerCase());
}

const twoNames: Readonly<Record<string, () => Names>> = {
  'a path with ..': () => {
    const first = newFile();
    mkdirSync(join(dirname(first), 'sub'));
    return { first, second: `${dirname(first)}/sub/../${basename(first)}` };
  },
  'a linked folder': () => {
    const first = newFile();
    const link = newFile('link');
    symlinkSync(dirname(first), link);
    return { first, second: join(link, basename(first)) };
  },
  'a linked file': () => {
    const first = newFile();
    const second = newFile('link');
    writeFileSync(first, 'earlier');
    symlinkSync(first, second);
    return { first, second };
  },
  'a link to a file that is not there yet': () => {
    const first = newFile();
    const second = newFile('link');
    symlinkSync(first, second);
    return { first, second };
  },
  'letters of another case': () => {
    const first = newFile('customers.out');
    return { first, second: join(dirname(first), 'Customers.OUT'), files: caseInsensitive };
  },
};

describe('file with user IDs', () => {
  afterEach(cleanUp);

  it('is not written to a file to which an export is running, in this window or another one', async () => {
    const file = newFile();
    const exporter = createExporter();
    const { source, reached, proceed } = waitingPages();
    const running = exporter.start(jobOf(file), source, runOf());
    await reached;
    for (const window of [exporter, createExporter()]) {
      const customers = batches([user('U1')]);
      const job = audienceJobOf(file, 'userIds', { overwrite: true });
      const { signal } = new AbortController();
      assert.equal(await problemOf(window.writeAudience(job, customers, signal)), 'running');
    }
    proceed();
    await running;
    assert.equal(readFileSync(file, 'utf8'), WHOLE);
  });
});

describe('one file with two names', () => {
  afterEach(cleanUp);

  for (const [about, names] of Object.entries(twoNames)) {
    for (const isResumable of [true, false]) {
      it(`is written by one export at a time, with ${about}, ${isResumable ? 'resumable' : 'not resumable'}`, async () => {
        const { first, second, files = diskFiles } = names();
        const exporter = createExporter({ files });
        const { source, reached, proceed } = waitingPages();
        const change = { overwrite: true, isResumable };
        const running = exporter.start(jobOf(first, {}, change), source, runOf());
        await reached;
        for (const other of [exporter, createExporter({ files })]) {
          const secondExport = other.start(jobOf(second, {}, change), await allPages(), runOf());
          assert.equal(await problemOf(secondExport), 'running');
          assert.equal(await problemOf(other.resume(second, allPages, runOf())), 'running');
          assert.equal(await problemOf(other.discard(second)), 'running');
        }
        proceed();
        const { file, records } = await running;
        assert.deepEqual([file, records], [first, 2]);
        assert.equal(readFileSync(lowercased(first), 'utf8'), WHOLE);
        const nextExport = await exporter.start(
          jobOf(second, {}, change),
          await allPages(),
          runOf(),
        );
        assert.deepEqual([nextExport.file, nextExport.records], [second, 2]);
        if (about.startsWith('a link to a file')) assert.ok(lstatSync(second).isSymbolicLink());
      });
    }
  }
});

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** Starts an export in another process, which has read its first page and waits. */
async function otherWindow(file: string): Promise<Child> {
  const script = join(import.meta.dirname, 'waitingExportChild.ts');
  const child = spawn(process.execPath, [script, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  onCleanup(async () => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

describe('detection of another running export', function () {
  this.timeout(60_000);
  afterEach(cleanUp);

  it('works however long the other export is idle', async () => {
    const file = newFile();
    const child = await otherWindow(file);
    utimesSync(`${file}.checkpoint`, AN_HOUR_AGO, AN_HOUR_AGO);
    if (process.platform !== 'win32') child.kill('SIGSTOP');
    const exporter = createExporter();
    assert.equal(await problemOf(exporter.resume(file, allPages, runOf())), 'running');
    const newExport = exporter.start(
      jobOf(file, {}, { overwrite: true }),
      await allPages(),
      runOf(),
    );
    assert.equal(await problemOf(newExport), 'running');
    assert.equal(await problemOf(exporter.discard(file)), 'running');
    assert.equal((await exporter.unfinished(file))?.isRunning, true);
    if (process.platform !== 'win32') child.kill('SIGCONT');
    const exited = once(child, 'exit');
    for (const expected of ['read\n', 'done\n']) {
      child.stdin.write('go on\n');
      const [output] = (await once(child.stdout, 'data')) as [Buffer];
      assert.equal(output.toString(), expected);
    }
    await exited;
    assert.equal(readFileSync(file, 'utf8'), WHOLE);
  });

  it('notices a killed process immediately', async () => {
    const file = newFile();
    const child = await otherWindow(file);
    const { run } = JSON.parse(readFileSync(`${file}.checkpoint`, 'utf8')) as { run: string };
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    await createExporter().resume(file, allPages, runOf());
    assert.equal(readFileSync(file, 'utf8'), WHOLE);
    // The socket file of the killed run, whose name contains the ID of the run, is removed.
    assert.deepEqual(
      readdirSync(tmpdir()).filter((name) => name.includes(run)),
      [],
    );
  });

  /**
   * Returns the file of an interrupted export whose checkpoint has these additional fields. The field `sign` is the
   * location of the socket through which a running export shows that it is alive.
   */
  async function interruptedWith(change: object, modified = new Date()): Promise<string> {
    const file = newFile();
    const stopping: RecordSource = async function* (start, signal) {
      for await (const page of pagesOf(...PAGES)(start, signal)) {
        if (page.next === undefined) throw new Error('stop');
        yield page;
      }
    };
    const work = createExporter().start(jobOf(file), stopping, runOf());
    await assert.rejects(work, (error) => error instanceof ExportInterrupted);
    const path = `${file}.checkpoint`;
    const state = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...state, ...change }));
    utimesSync(path, modified, modified);
    return file;
  }

  it('does not rely on the process ID, which another process may have', async () => {
    const running = newFile();
    const { source, reached, proceed } = waitingPages();
    const work = createExporter().start(jobOf(running), source, runOf());
    await reached;
    const { sign } = JSON.parse(readFileSync(`${running}.checkpoint`, 'utf8')) as { sign: object };
    proceed();
    await work;
    // The parent process of these tests is alive, but the export of this sign has ended.
    const file = await interruptedWith({ process: process.ppid, sign });
    await createExporter().resume(file, allPages, runOf());
    assert.equal(readFileSync(file, 'utf8'), WHOLE);
  });

  it('uses the idle time only for other machines', async () => {
    const sign = { host: 'elsewhere', folder: tmpdir() };
    const fresh = await interruptedWith({ process: 1, sign });
    assert.equal(await problemOf(createExporter().resume(fresh, allPages, runOf())), 'running');
    const silent = await interruptedWith({ process: 1, sign }, AN_HOUR_AGO);
    await createExporter().resume(silent, allPages, runOf());
    assert.equal(readFileSync(silent, 'utf8'), WHOLE);
  });
});

describe('export whose file another export has taken over', () => {
  afterEach(cleanUp);

  /** ID of the export that takes over the file. */
  const OTHER_RUN = 'ffffffffffffffff';

  for (const [about, takenAfter, isFailing] of [
    ['at the next page', 1, false],
    ['before the file gets its name', 2, false],
    ['when it fails', 1, true],
  ] as const) {
    for (const isResumable of [true, false]) {
      it(`stops ${about} and leaves all files unchanged, ${isResumable ? 'resumable' : 'not resumable'}`, async () => {
        const file = newFile();
        const takeOver = (): void => {
          const state = JSON.parse(readFileSync(`${file}.checkpoint`, 'utf8')) as object;
          writeFileSync(`${file}.checkpoint`, JSON.stringify({ ...state, run: OTHER_RUN }));
          writeFileSync(`${file}.partial`, 'the other one has written this');
        };
        const source: RecordSource = async function* (start, signal) {
          let pageCount = 0;
          for await (const page of pagesOf(...PAGES)(start, signal)) {
            yield page;
            pageCount++;
            if (pageCount === takenAfter) takeOver();
            if (pageCount === takenAfter && isFailing) throw new Error('stop');
          }
        };
        const work = createExporter().start(jobOf(file, {}, { isResumable }), source, runOf());
        assert.equal(await problemOf(work), 'taken');
        assert.deepEqual(
          readdirSync(dirname(file)).map((name) => name.replace(basename(file), '')),
          ['.checkpoint', '.partial'],
        );
        assert.match(readFileSync(`${file}.checkpoint`, 'utf8'), new RegExp(OTHER_RUN));
        const partial = readFileSync(`${file}.partial`, 'utf8');
        assert.equal(partial, 'the other one has written this');
      });
    }
  }
});
