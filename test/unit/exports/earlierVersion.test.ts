import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { ExportError, ExportInterrupted } from '../../../src/base/exportErrors.ts';
import type { RecordSource } from '../../../src/base/exportPlan.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { cleanUp } from '../cleanup.ts';
import { jobOf, newFile, pagesOf, runOf } from './exporting.ts';

const PAGES = [['{"id":"a"}', '{"id":"b"}'], ['{"id":"c"}']] as const;
/** Fields of checkpoints of the first version. */
const FIRST_VERSION_FIELDS = [
  ...['version', 'bot', 'query', 'plan', 'salt', 'next', 'isRead'],
  ...['pages', 'records', 'offset', 'process', 'total'],
];

/** Yields the first page, and then throws. */
const stopping: RecordSource = async function* (start, signal) {
  for await (const page of pagesOf(...PAGES)(start, signal)) {
    if (page.next === undefined) throw new Error('stop');
    yield page;
  }
};

describe('export started by an earlier version', () => {
  afterEach(cleanUp);

  for (const plan of [
    { format: 'ndjson' },
    { format: 'json' },
    { format: 'csv' },
    { format: 'csv', lists: 'columns' },
    { format: 'parquet' },
  ] as const) {
    it(`resumes as ${JSON.stringify(plan)}`, async () => {
      const file = newFile();
      const work = createExporter().start(jobOf(file, plan), stopping, runOf());
      await assert.rejects(work, (error) => error instanceof ExportInterrupted);
      const state = JSON.parse(readFileSync(`${file}.checkpoint`, 'utf8')) as object;
      const earlier = Object.entries(state).filter(([key]) => FIRST_VERSION_FIELDS.includes(key));
      writeFileSync(`${file}.checkpoint`, JSON.stringify(Object.fromEntries(earlier)));
      chmodSync(`${file}.partial`, 0o644);
      assert.equal((await createExporter().unfinished(file))?.records, 2);
      const { records } = await createExporter().resume(
        file,
        async () => pagesOf(...PAGES),
        runOf(),
      );
      assert.equal(records, 3);
      const wholeFile = newFile();
      await createExporter().start(jobOf(wholeFile, plan), pagesOf(...PAGES), runOf());
      assert.deepEqual(readFileSync(file), readFileSync(wholeFile));
      if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o644);
    });
  }

  it('does not resume an export with an unknown format, and leaves it unchanged', async () => {
    const file = newFile();
    const work = createExporter().start(jobOf(file, { format: 'parquet' }), stopping, runOf());
    await assert.rejects(work, (error) => error instanceof ExportInterrupted);
    const text = readFileSync(`${file}.checkpoint`, 'utf8').replace('"parquet"', '"unknown"');
    writeFileSync(`${file}.checkpoint`, text);
    const lines = readFileSync(`${file}.partial`);
    const isDamaged = (error: unknown): boolean =>
      error instanceof ExportError && error.problem.kind === 'damaged';
    await assert.rejects(
      createExporter().resume(file, async () => pagesOf(...PAGES), runOf()),
      isDamaged,
    );
    const sameJob = jobOf(file, { format: 'parquet' }, { overwrite: true });
    await assert.rejects(
      createExporter().start(sameJob, pagesOf(...PAGES), runOf()),
      (error) => error instanceof ExportError && error.problem.kind === 'in-the-way',
    );
    assert.equal(readFileSync(`${file}.checkpoint`, 'utf8'), text);
    assert.deepEqual(readFileSync(`${file}.partial`), lines);
  });

  it("resumes immediately if its process is gone or has this process's ID, otherwise after ten minutes", async () => {
    const deadProcess = spawnSync(process.execPath, ['--version']).pid;
    for (const [processId, isRefused] of [
      [deadProcess, false],
      [process.pid, false],
      [process.ppid, true],
    ] as const) {
      const file = newFile();
      const work = createExporter().start(jobOf(file), stopping, runOf());
      await assert.rejects(work, (error) => error instanceof ExportInterrupted);
      const state = JSON.parse(readFileSync(`${file}.checkpoint`, 'utf8')) as object;
      const earlier = Object.entries(state).filter(([key]) => FIRST_VERSION_FIELDS.includes(key));
      const earlierState = { ...Object.fromEntries(earlier), process: processId };
      writeFileSync(`${file}.checkpoint`, JSON.stringify(earlierState));
      const resume = () => createExporter().resume(file, async () => pagesOf(...PAGES), runOf());
      if (isRefused) {
        await assert.rejects(
          resume(),
          (error) => error instanceof ExportError && error.problem.kind === 'running',
        );
        // A checkpoint that is older than ten minutes.
        const past = new Date(Date.now() - 11 * 60_000);
        utimesSync(`${file}.checkpoint`, past, past);
      }
      assert.equal((await resume()).records, 3);
    }
  });
});
