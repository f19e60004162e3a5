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
import { jobOf, newFile, pagesOf, runOf } from './exporting.ts';

const PAGES = [['{"id":"a"}'], ['{"id":"b"}']] as const;
const WHOLE = '{"id":"a"}\n{"id":"b"}\n';
const all = async (): Promise<RecordSource> => pagesOf(...PAGES);
const AN_HOUR_AGO = new Date(Date.now() - 3_600_000);

async function problemOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => assert.fail('it should have failed'),
    (reason: unknown) => reason,
  );
  assert.ok(ExportError.is(error), String(error));
  return error.problem.kind;
}

/** Pages of which the second one waits to be let go. */
function waiting() {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const source: RecordSource = async function* (start, signal) {
    for await (const page of pagesOf(...PAGES)(start, signal)) {
      yield page;
      reached.resolve();
      await goOn.promise;
    }
  };
  return { source, reached: reached.promise, goOn: goOn.resolve };
}

interface Names {
  readonly first: string;
  readonly second: string;
  readonly files?: Files;
}

/** A disk on which letters of either case are one name. */
const folding: Files = {
  ...diskFiles,
  open: async (path, ...given) => diskFiles.open(folded(path), ...given),
  readText: (path) => diskFiles.readText(folded(path)),
  rename: (from, to) => diskFiles.rename(folded(from), folded(to)),
  remove: (path) => diskFiles.remove(folded(path)),
  look: (path) => diskFiles.look(folded(path)),
  chmod: (path, mode) => diskFiles.chmod(folded(path), mode),
  touch: (path) => diskFiles.touch(folded(path)),
};

function folded(path: string): string {
  return join(dirname(path), basename(path).toLowerCase());
}

const spellings: Readonly<Record<string, () => Names>> = {
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
    return { first, second: join(dirname(first), 'Customers.OUT'), files: folding };
  },
};

describe('export: one file by two names', () => {
  afterEach(cleanUp);

  for (const [about, names] of Object.entries(spellings)) {
    for (const isResumable of [true, false]) {
      it(`is written by one export at a time, by ${about}, ${isResumable ? 'of all' : 'of rows'}`, async () => {
        const { first, second, files = diskFiles } = names();
        const exporter = createExporter({ files });
        const { source, reached, goOn } = waiting();
        const change = { overwrite: true, isResumable };
        const running = exporter.start(jobOf(first, {}, change), source, runOf());
        await reached;
        for (const other of [exporter, createExporter({ files })]) {
          const again = other.start(jobOf(second, {}, change), await all(), runOf());
          assert.equal(await problemOf(again), 'running');
          assert.equal(await problemOf(other.resume(second, all, runOf())), 'running');
          assert.equal(await problemOf(other.discard(second)), 'running');
        }
        goOn();
        const { file, records } = await running;
        assert.deepEqual([file, records], [first, 2]);
        assert.equal(readFileSync(folded(first), 'utf8'), WHOLE);
        const after = await exporter.start(jobOf(second, {}, change), await all(), runOf());
        assert.deepEqual([after.file, after.records], [second, 2]);
        if (about.startsWith('a link to a file')) assert.ok(lstatSync(second).isSymbolicLink());
      });
    }
  }
});

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** An export in a process of its own, which has its first page and waits. */
async function otherWindow(file: string): Promise<Child> {
  const script = join(import.meta.dirname, 'silentChild.ts');
  const child = spawn(process.execPath, [script, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  onCleanup(async () => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

describe('export: whether another run lives', function () {
  this.timeout(60_000);
  afterEach(cleanUp);

  it('is known however silent it is', async () => {
    const file = newFile();
    const child = await otherWindow(file);
    utimesSync(`${file}.checkpoint`, AN_HOUR_AGO, AN_HOUR_AGO);
    if (process.platform !== 'win32') child.kill('SIGSTOP');
    const exporter = createExporter();
    assert.equal(await problemOf(exporter.resume(file, all, runOf())), 'running');
    const anew = exporter.start(jobOf(file, {}, { overwrite: true }), await all(), runOf());
    assert.equal(await problemOf(anew), 'running');
    assert.equal(await problemOf(exporter.discard(file)), 'running');
    assert.equal((await exporter.unfinished(file))?.isRunning, true);
    if (process.platform !== 'win32') child.kill('SIGCONT');
    const exited = once(child, 'exit');
    for (const expected of ['read\n', 'done\n']) {
      child.stdin.write('go on\n');
      const [said] = (await once(child.stdout, 'data')) as [Buffer];
      assert.equal(said.toString(), expected);
    }
    await exited;
    assert.equal(readFileSync(file, 'utf8'), WHOLE);
  });

  it('is known at once when it was killed', async () => {
    const file = newFile();
    const child = await otherWindow(file);
    const { run } = JSON.parse(readFileSync(`${file}.checkpoint`, 'utf8')) as { run: string };
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    await createExporter().resume(file, all, runOf());
    assert.equal(readFileSync(file, 'utf8'), WHOLE);
    assert.deepEqual(
      readdirSync(tmpdir()).filter((name) => name.includes(run)),
      [],
    );
  });

  /** An export that was interrupted, with a checkpoint that says so much more. */
  async function leftBy(change: object, modified = new Date()): Promise<string> {
    const file = newFile();
    const stopping: RecordSource = async function* (start, signal) {
      for await (const page of pagesOf(...PAGES)(start, signal)) {
        if (page.next === undefined) throw new Error('stop');
        yield page;
      }
    };
    const work = createExporter().start(jobOf(file), stopping, runOf());
    await assert.rejects(work, (error) => ExportInterrupted.is(error));
    const path = `${file}.checkpoint`;
    const state = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...state, ...change }));
    utimesSync(path, modified, modified);
    return file;
  }

  it('is not told by the number of its process, which another one may have got', async () => {
    const running = newFile();
    const { source, reached, goOn } = waiting();
    const work = createExporter().start(jobOf(running), source, runOf());
    await reached;
    const { sign } = JSON.parse(readFileSync(`${running}.checkpoint`, 'utf8')) as { sign: object };
    goOn();
    await work;
    // The process that runs these tests was started by one that is alive.
    const file = await leftBy({ process: process.ppid, sign });
    await createExporter().resume(file, all, runOf());
    assert.equal(readFileSync(file, 'utf8'), WHOLE);
  });

  it('is guessed from its silence on another machine only', async () => {
    const sign = { host: 'elsewhere', folder: tmpdir() };
    const fresh = await leftBy({ process: 1, sign });
    assert.equal(await problemOf(createExporter().resume(fresh, all, runOf())), 'running');
    const silent = await leftBy({ process: 1, sign }, AN_HOUR_AGO);
    await createExporter().resume(silent, all, runOf());
    assert.equal(readFileSync(silent, 'utf8'), WHOLE);
  });
});

describe('export: a run whose file another one has taken over', () => {
  afterEach(cleanUp);

  const OTHER = 'ffffffffffffffff';

  for (const [about, at, isFailing] of [
    ['at the next page', 1, false],
    ['before the file gets its name', 2, false],
    ['when it fails', 1, true],
  ] as const) {
    for (const isResumable of [true, false]) {
      it(`stops ${about} and leaves all as it is, ${isResumable ? 'of all' : 'of rows'}`, async () => {
        const file = newFile();
        const take = (): void => {
          const state = JSON.parse(readFileSync(`${file}.checkpoint`, 'utf8')) as object;
          writeFileSync(`${file}.checkpoint`, JSON.stringify({ ...state, run: OTHER }));
          writeFileSync(`${file}.partial`, 'the other one has written this');
        };
        const source: RecordSource = async function* (start, signal) {
          let given = 0;
          for await (const page of pagesOf(...PAGES)(start, signal)) {
            yield page;
            given++;
            if (given === at) take();
            if (given === at && isFailing) throw new Error('stop');
          }
        };
        const work = createExporter().start(jobOf(file, {}, { isResumable }), source, runOf());
        assert.equal(await problemOf(work), 'taken');
        assert.deepEqual(
          readdirSync(dirname(file)).map((name) => name.replace(basename(file), '')),
          ['.checkpoint', '.partial'],
        );
        assert.match(readFileSync(`${file}.checkpoint`, 'utf8'), new RegExp(OTHER));
        const partial = readFileSync(`${file}.partial`, 'utf8');
        assert.equal(partial, 'the other one has written this');
      });
    }
  }
});
