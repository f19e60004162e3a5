import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Cancelled } from '../../../src/core/errors.ts';
import { ExportError, ExportInterrupted } from '../../../src/core/exports/exportErrors.ts';
import type { ExportJob, ExportPlan, RecordSource } from '../../../src/core/exports/exportPlan.ts';
import { createExporter } from '../../../src/export/createExporter.ts';
import { diskFiles, type Files } from '../../../src/export/files.ts';
import { cleanUp } from '../cleanup.ts';
import { jobOf, newFile, pagesOf, runOf } from './exporting.ts';
import { tableRecords } from './tableRecords.ts';

const RECORDS = tableRecords(11);
const PAGES = pagesOf(RECORDS.slice(0, 5), RECORDS.slice(5, 6), [], RECORDS.slice(6));
const PLAN: Partial<ExportPlan> = { format: 'dataset', partSize: 4 };
const THREE = ['manifest.json', 'part-00000.parquet', 'part-00001.parquet', 'part-00002.parquet'];
const refuse = (): never => assert.fail('the service is not asked again');

function start(folder: string, change: Partial<ExportJob> = {}, source: RecordSource = PAGES) {
  return createExporter().start(jobOf(folder, PLAN, change), source, runOf());
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
}

async function problemOf(work: Promise<unknown>): Promise<unknown> {
  const error = await errorOf(work);
  assert.ok(ExportError.is(error), String(error));
  return error.problem;
}

function contents(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder).toSorted();
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'base64')]));
}

/** But for the times. */
function parts(folder: string): ReadonlyMap<string, string> {
  return new Map([...contents(folder)].filter(([name]) => name !== 'manifest.json'));
}

/** Fails where a file gets this name, as often as there are errors left. */
function failingFiles(name: string, errors: Error[]): Files {
  return {
    ...diskFiles,
    rename: async (from, to) => {
      const error = to.endsWith(name) ? errors.pop() : undefined;
      if (error !== undefined) throw error;
      await diskFiles.rename(from, to);
    },
  };
}

describe('export: a dataset', function () {
  this.timeout(60_000);
  afterEach(cleanUp);

  it('has parts of so many customers, a manifest, and nothing beside it', async () => {
    const folder = newFile('customers');
    const summary = await start(folder);
    assert.deepEqual([summary.records, summary.format, summary.file], [11, 'dataset', folder]);
    assert.deepEqual([...contents(folder).keys()], THREE);
    assert.deepEqual(readdirSync(dirname(folder)), ['customers']);
    const sizes = [...contents(folder).values()].map((text) => Buffer.from(text, 'base64').length);
    assert.equal(
      summary.bytes,
      sizes.reduce((sum, size) => sum + size),
    );
  });

  it('of exactly full parts has no empty one behind, and of nobody one with nobody', async () => {
    const full = newFile('full');
    await start(full, {}, pagesOf(RECORDS.slice(0, 8)));
    assert.deepEqual([...contents(full).keys()], THREE.slice(0, 3));
    const none = newFile('none');
    await start(none, {}, pagesOf([]));
    assert.deepEqual([...contents(none).keys()], THREE.slice(0, 2));
  });

  it('tells in its manifest what it is, and nothing personal', async () => {
    const folder = newFile('customers');
    const before = Date.now();
    const query = { botId: 'bot-sandbox', limit: 10, from: 1_700_000_000_000, next: undefined };
    const masks = { name: 'hash', phone: 'drop' } as const;
    const segment = { text: 'name:Ada', now: 5 };
    const job = jobOf(folder, { ...PLAN, masks, segment }, { query, baseUrl: 'https://x.test' });
    await createExporter().start(job, PAGES, runOf());
    const text = readFileSync(join(folder, 'manifest.json'), 'utf8');
    const manifest = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const { begun, finished, schema, parts: listed, ...rest } = manifest;
    assert.deepEqual(rest, {
      ...{ kind: 'bot-tag-explorer-dataset', version: 1, customers: 11, customersInPart: 4 },
      query: { botId: 'bot-sandbox', lastActiveFrom: '2023-11-14T22:13:20.000Z', isSegment: true },
      personalFields: { name: 'hashed', phone: 'left-out' },
      hashing: 'hmac-sha256',
    });
    const times = [begun, finished].map((time) => Date.parse(String(time)));
    const [first = 0, last = 0] = times;
    assert.ok(before <= first && first <= last && last <= Date.now());
    const rows = listed as readonly { file: string; customers: number; bytes: number }[];
    assert.deepEqual(
      rows.map(({ file, customers }) => [file, customers]),
      [
        [THREE[1], 4],
        [THREE[2], 4],
        [THREE[3], 3],
      ],
    );
    for (const { file, bytes } of rows) {
      assert.equal(readFileSync(join(folder, file)).length, bytes);
    }
    assert.ok(!JSON.stringify(schema).includes('phone'));
    assert.doesNotMatch(text, /Ada|U\d|Customer \d|salt":/);
  });

  it('is written again in its place only when that is said, and when the new one is whole', async () => {
    const folder = newFile('customers');
    await start(folder);
    const old = contents(folder);
    assert.deepEqual(await problemOf(start(folder)), { kind: 'exists' });
    const files = failingFiles('part-00001.parquet', [new Error('stop')]);
    const exporter = createExporter({ files });
    const source = pagesOf(RECORDS.slice(0, 7));
    const job = jobOf(folder, PLAN, { overwrite: true });
    const error = await errorOf(exporter.start(job, source, runOf()));
    assert.ok(ExportInterrupted.is(error), String(error));
    assert.deepEqual(contents(folder), old);
    await exporter.resume(folder, refuse, runOf());
    assert.deepEqual([...contents(folder).keys()], THREE.slice(0, 3));
    assert.deepEqual(readdirSync(dirname(folder)), ['customers']);
  });

  for (const name of ['notes.txt', 'part-00000.parquet', '_part-00000.parquet', 'manifest.json']) {
    it(`leaves a folder alone that has a ${name} of somebody`, async () => {
      const folder = newFile('customers');
      mkdirSync(folder);
      writeFileSync(join(folder, name), '{"kind":"mine"}');
      const before = contents(folder);
      assert.deepEqual(await problemOf(start(folder, { overwrite: true })), {
        kind: 'other-folder',
      });
      assert.deepEqual(contents(folder), before);
      assert.deepEqual(readdirSync(dirname(folder)), ['customers']);
    });
  }

  it('leaves a file alone, also one that is there only when all is read, and goes on later', async () => {
    const folder = newFile('customers');
    writeFileSync(folder, 'mine');
    assert.deepEqual(await problemOf(start(folder, { overwrite: true })), { kind: 'other-folder' });
    assert.equal(readFileSync(folder, 'utf8'), 'mine');

    const late = newFile('customers');
    const source: RecordSource = async function* (...given) {
      mkdirSync(late);
      writeFileSync(join(late, 'mine.txt'), 'mine');
      yield* PAGES(...given);
    };
    const error = await errorOf(start(late, {}, source));
    assert.ok(ExportInterrupted.is(error) && ExportError.is(error.cause), String(error));
    assert.deepEqual(error.cause.problem, { kind: 'other-folder' });
    assert.deepEqual(readdirSync(late), ['mine.txt']);
    await diskFiles.remove(join(late, 'mine.txt'));
    await createExporter().resume(late, refuse, runOf());
    assert.deepEqual([...contents(late).keys()], THREE);
  });

  it('takes an empty folder', async () => {
    const folder = newFile('customers');
    mkdirSync(folder);
    writeFileSync(join(folder, '.DS_Store'), '');
    await start(folder);
    assert.deepEqual([...contents(folder).keys()], THREE);
  });

  it('keeps the parts that were whole when it is interrupted, and only those', async () => {
    const folder = newFile('customers');
    const whole = newFile('customers');
    await start(whole);
    const errors = [new Error('stop')];
    const files = failingFiles('part-00002.parquet', errors);
    const exporter = createExporter({ files });
    await errorOf(exporter.start(jobOf(folder, PLAN), PAGES, runOf()));
    const converting = `${folder}.converting`;
    const kept = readdirSync(converting).toSorted();
    assert.deepEqual(kept, ['_part-00002.parquet', ...THREE.slice(1, 3)]);
    assert.ok(!existsSync(folder));
    writeFileSync(join(converting, 'part-00000.parquet'), 'kept');
    await createExporter().resume(folder, refuse, runOf());
    assert.equal(readFileSync(join(folder, 'part-00000.parquet'), 'utf8'), 'kept');
    const [, ...others] = parts(folder);
    const [, ...expected] = parts(whole);
    assert.deepEqual(others, expected);
  });

  it('stops in a part when it is cancelled, and goes on without the service', async () => {
    const large = RECORDS.map((record) =>
      JSON.stringify({ ...(JSON.parse(record) as object), extId: 'x'.repeat(400_000) }),
    );
    const whole = newFile('customers');
    await start(whole, {}, pagesOf(large));
    const folder = newFile('customers');
    const controller = new AbortController();
    const run = runOf(controller.signal, ({ stage, done }) => {
      if (stage === 'convert' && done > 5) controller.abort(new Cancelled());
    });
    const work = createExporter().start(jobOf(folder, PLAN), pagesOf(large), run);
    const error = await errorOf(work);
    assert.ok(ExportInterrupted.is(error) && Cancelled.is(error.cause), String(error));
    const kept = readdirSync(`${folder}.converting`).toSorted();
    assert.deepEqual(kept, ['_part-00001.parquet', 'part-00000.parquet']);
    await createExporter().resume(folder, refuse, runOf());
    assert.deepEqual(parts(folder), parts(whole));
    assert.deepEqual(readdirSync(dirname(folder)), ['customers']);
  });

  it('leaves nothing when it is discarded, or cannot be resumed', async () => {
    const folder = newFile('customers');
    const failing = (): Files => failingFiles('part-00001.parquet', [new Error('stop')]);
    const exporter = createExporter({ files: failing() });
    await errorOf(exporter.start(jobOf(folder, PLAN), PAGES, runOf()));
    assert.ok(existsSync(`${folder}.converting`));
    await exporter.discard(folder);
    assert.deepEqual(readdirSync(dirname(folder)), []);

    const rows = jobOf(folder, PLAN, { isResumable: false });
    const error = await errorOf(createExporter({ files: failing() }).start(rows, PAGES, runOf()));
    assert.match(String(error), /stop/);
    assert.deepEqual(readdirSync(dirname(folder)), []);
  });

  it('is as readable as any new folder and file there', async function () {
    if (process.platform === 'win32') this.skip();
    const umask = process.umask(0o022);
    try {
      const folder = newFile('customers');
      await start(folder);
      const modes = [folder, ...THREE.map((name) => join(folder, name))].map(async (path) =>
        ((await diskFiles.look(path))?.mode ?? 0).toString(8),
      );
      assert.deepEqual(await Promise.all(modes), ['755', '644', '644', '644', '644']);
    } finally {
      process.umask(umask);
    }
  });
});
