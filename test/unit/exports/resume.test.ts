import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { Cancelled, ServiceError } from '../../../src/base/errors.ts';
import { ExportError, ExportInterrupted } from '../../../src/base/exportErrors.ts';
import type { ExportJob, RecordSource } from '../../../src/base/exportPlan.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { diskFiles, type Files } from '../../../src/exports/files.ts';
import { startSandbox } from '../../../src/sandbox/startSandbox.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';
import { SECRET } from '../service/answers.ts';
import { openClient, openSandboxClient } from '../service/client.ts';
import { jobOf, linesOf, newFile, pagesOf, runOf, sourceOf } from './exporting.ts';

const PAGES = [['{"id":"a"}', '{"id":"b"}'], ['{"id":"c"}'], [], ['{"id":"d"}']] as const;
const WHOLE = '{"id":"a"}\n{"id":"b"}\n{"id":"c"}\n{"id":"d"}\n';

/** Yields the pages, but throws this error instead of the page with the index `failingPage`. */
function failingAt(failingPage: number, error: unknown): RecordSource {
  return async function* (start, signal) {
    let page = Number(start ?? 0);
    for await (const recordPage of pagesOf(...PAGES)(start, signal)) {
      if (page === failingPage) throw error;
      page++;
      yield recordPage;
    }
  };
}

/** Returns the error of an export that fails and can be resumed. */
async function interrupted(work: Promise<unknown>): Promise<ExportInterrupted> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ExportInterrupted, String(error));
  return error;
}

/** Returns the kind of the problem with which the export fails. */
async function problemOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ExportError, String(error));
  return error.problem.kind;
}

const allPages = async (): Promise<RecordSource> => pagesOf(...PAGES);

describe('export that is interrupted and resumed', () => {
  afterEach(cleanUp);

  for (const [at, records] of [
    [1, 2],
    [2, 3],
    [3, 3],
  ] as const) {
    it(`continues after an error at page ${at}`, async () => {
      const file = newFile();
      const exporter = createExporter();
      const failure = new Error('no more');
      const error = await interrupted(exporter.start(jobOf(file), failingAt(at, failure), runOf()));
      assert.equal(error.records, records);
      assert.equal(error.cause, failure);
      assert.match(error.message, /^no more; \d records are kept/);
      assert.equal(existsSync(file), false);
      const unfinished = await exporter.unfinished(file);
      assert.equal(unfinished?.records, records);
      const summary = await exporter.resume(file, allPages, runOf());
      assert.equal(readFileSync(file, 'utf8'), WHOLE);
      assert.deepEqual([summary.records, summary.pages, summary.wasResumed], [4, 4, true]);
      assert.equal(await exporter.unfinished(file), undefined);
      assert.equal(existsSync(`${file}.partial`) || existsSync(`${file}.checkpoint`), false);
    });
  }

  it('keeps nothing if it failed before its first page, or is not resumable', async () => {
    for (const [at, isResumable] of [
      [0, true],
      [2, false],
    ] as const) {
      const file = newFile();
      const failure = new Error('no more');
      const job = jobOf(file, {}, { isResumable });
      const work = createExporter().start(job, failingAt(at, failure), runOf());
      await assert.rejects(work, failure);
      for (const end of ['', '.partial', '.checkpoint', '.checkpoint.new']) {
        assert.equal(existsSync(`${file}${end}`), false, end);
      }
    }
  });

  it('truncates data that no checkpoint counts', async () => {
    const file = newFile();
    await interrupted(createExporter().start(jobOf(file), failingAt(2, new Error('x')), runOf()));
    appendFileSync(`${file}.partial`, '{"id":"half of a rec');
    await createExporter().resume(file, allPages, runOf());
    assert.equal(readFileSync(file, 'utf8'), WHOLE);
  });

  it('stores neither token nor customers in its checkpoint, and the salt of its hashes only there', async () => {
    const { sandbox, service } = await openSandboxClient({}, 30);
    const query = { botId: sandbox.botId, limit: 10 };
    const job = jobOf(newFile(), { masks: { name: 'hash' } }, { query });
    const { signal } = new AbortController();
    const stopped: RecordSource = async function* (start) {
      for await (const page of sourceOf(service, query)(start, signal)) {
        if (page.next === undefined) throw new Error('stop');
        yield page;
      }
    };
    await interrupted(createExporter().start(job, stopped, runOf()));
    const text = readFileSync(`${job.file}.checkpoint`, 'utf8');
    assert.deepEqual(Object.keys(JSON.parse(text) as object).sort(), [
      ...[
        'bot',
        'isRead',
        'mode',
        'next',
        'offset',
        'pages',
        'plan',
        'process',
        'query',
        'records',
        'run',
        'salt',
      ],
      'version',
    ]);
    assert.ok(!text.includes(SECRET));
    const { salt } = JSON.parse(text) as { salt: string };
    await createExporter().resume(job.file, async () => sourceOf(service, query), runOf());
    assert.ok(!readFileSync(job.file, 'utf8').includes(salt));
    const hashes = linesOf(job.file).map((record) => Reflect.get(Object(record), 'name') as string);
    assert.equal(hashes.length, 30);
    assert.ok(hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash)));
  });

  it('stops when it is canceled, and can be resumed', async () => {
    const file = newFile();
    const controller = new AbortController();
    const run = runOf(controller.signal, () => controller.abort(new Cancelled()));
    const error = await interrupted(createExporter().start(jobOf(file), await allPages(), run));
    assert.ok(Cancelled.is(error.cause));
    assert.equal(error.records, 2);
    await createExporter().resume(file, allPages, runOf());
    assert.equal(readFileSync(file, 'utf8'), WHOLE);
  });

  it('continues with a new token after the old one was rejected', async () => {
    const file = newFile();
    const first = await openSandboxClient({}, 35);
    const query = { botId: first.sandbox.botId, limit: 10 };
    const revoking = openClient(first.sandbox.baseUrl, { token: 'revoked' });
    // Yields two pages. The next request has a revoked token.
    const source: RecordSource = async function* (start, signal) {
      let pages = 0;
      for await (const page of sourceOf(first.service, query)(start, signal)) {
        yield page;
        pages++;
        if (pages === 2) break;
      }
      yield* sourceOf(revoking.service, { ...query, next: '' })(undefined, signal);
    };
    const error = await interrupted(
      createExporter().start(jobOf(file, {}, { query }), source, runOf()),
    );
    assert.ok(ServiceError.isUnauthorized(error.cause), String(error.cause));
    const token = 'new';
    const replaced = await startSandbox({ token, customers: 35 });
    onCleanup(() => replaced.close());
    const { service } = openClient(replaced.baseUrl, { token });
    await createExporter().resume(file, async () => sourceOf(service, query), runOf());
    const expected = newFile();
    await createExporter().start(jobOf(expected, {}, { query }), sourceOf(service, query), runOf());
    assert.equal(readFileSync(file, 'utf8'), readFileSync(expected, 'utf8'));
  });

  it('keeps file and checkpoint when the service fails in the middle', async () => {
    const file = newFile();
    const { sandbox, service } = await openSandboxClient({}, 60);
    const query = { botId: sandbox.botId, limit: 10 };
    const run = runOf(undefined, ({ pages }) => {
      if (pages === 2) sandbox.switches.outage = 'on';
    });
    const source = async (): Promise<RecordSource> => sourceOf(service, query);
    const job = jobOf(file, {}, { query });
    const error = await interrupted(createExporter().start(job, await source(), run));
    assert.ok(error.cause instanceof ServiceError);
    assert.ok(error.records >= 20);
    sandbox.switches.outage = 'off';
    const { records } = await createExporter().resume(file, source, runOf());
    assert.equal(records, 60);
    assert.equal(new Set(readFileSync(file, 'utf8').split('\n')).size, 61);
  });
});

describe('export to an existing file', () => {
  afterEach(cleanUp);

  const start = (file: string, change: Partial<ExportJob> = {}) =>
    createExporter().start(jobOf(file, {}, change), pagesOf(...PAGES), runOf());

  it('replaces a file only with permission', async () => {
    const file = newFile();
    writeFileSync(file, 'mine');
    assert.equal(await problemOf(start(file)), 'exists');
    assert.equal(readFileSync(file, 'utf8'), 'mine');
    await start(file, { overwrite: true });
    assert.equal(readFileSync(file, 'utf8'), WHOLE);
  });

  it('replaces an unfinished export only with permission, or after it was discarded', async () => {
    const file = newFile();
    const stop = async (): Promise<unknown> =>
      interrupted(createExporter().start(jobOf(file), failingAt(1, new Error('x')), runOf()));
    await stop();
    assert.equal(await problemOf(start(file)), 'unfinished');
    await start(file, { overwrite: true });
    assert.equal(readFileSync(file, 'utf8'), WHOLE);

    const other = newFile();
    await interrupted(createExporter().start(jobOf(other), failingAt(1, new Error('x')), runOf()));
    await createExporter().discard(other);
    await start(other);
  });

  it('does not touch an export that this or another window is writing', async () => {
    const file = newFile();
    const exporter = createExporter();
    const reached = Promise.withResolvers<void>();
    const proceed = Promise.withResolvers<void>();
    const slow: RecordSource = async function* (begin, signal) {
      for await (const page of pagesOf(...PAGES)(begin, signal)) {
        yield page;
        reached.resolve();
        await proceed.promise;
      }
    };
    const running = exporter.start(jobOf(file), slow, runOf());
    await reached.promise;
    for (const work of [
      exporter.resume(file, allPages, runOf()),
      exporter.discard(file),
      exporter.start(jobOf(file, {}, { overwrite: true }), await allPages(), runOf()),
    ]) {
      assert.equal(await problemOf(work), 'running');
    }
    proceed.resolve();
    await running;
    assert.equal(readFileSync(file, 'utf8'), WHOLE);

    await interrupted(exporter.start(jobOf(`${file}2`), failingAt(1, new Error('x')), runOf()));
    const checkpoint = `${file}2.checkpoint`;
    const state = JSON.parse(readFileSync(checkpoint, 'utf8')) as object;
    assert.equal(Reflect.get(state, 'process'), 0);
    // Without a sign, the process ID decides. The parent process of these tests is alive.
    writeFileSync(checkpoint, JSON.stringify({ ...state, process: process.ppid }));
    assert.equal(await problemOf(exporter.resume(`${file}2`, allPages, runOf())), 'running');
  });

  it('reports exports that cannot be resumed', async () => {
    const exporter = createExporter();
    const file = newFile();
    assert.equal(await problemOf(exporter.resume(file, allPages, runOf())), 'nothing');
    await interrupted(exporter.start(jobOf(file), failingAt(1, new Error('x')), runOf()));
    truncateSync(`${file}.partial`, 3);
    assert.equal(await problemOf(exporter.resume(file, allPages, runOf())), 'damaged');
    writeFileSync(`${file}.checkpoint`, '{"version":1}');
    assert.equal(await problemOf(exporter.resume(file, allPages, runOf())), 'damaged');
    // The file may belong to someone else.
    assert.equal(await problemOf(exporter.discard(file)), 'in-the-way');
    assert.equal(readFileSync(`${file}.checkpoint`, 'utf8'), '{"version":1}');
  });

  it('completes an export of which only the checkpoint was not removed', async () => {
    const file = newFile();
    const files: Files = {
      ...diskFiles,
      remove: async (path) => {
        if (path.endsWith('.checkpoint') && existsSync(file)) throw new Error('killed');
        await diskFiles.remove(path);
      },
    };
    await interrupted(createExporter({ files }).start(jobOf(file), await allPages(), runOf()));
    const refuse = (): never => assert.fail('a page was requested from the service');
    const { records } = await createExporter().resume(file, refuse, runOf());
    assert.equal(records, 4);
    assert.equal(readFileSync(file, 'utf8'), WHOLE);
    assert.equal(existsSync(`${file}.checkpoint`), false);
  });
});
