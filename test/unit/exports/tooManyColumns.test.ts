import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ExportError, ExportInterrupted } from '../../../src/base/exportErrors.ts';
import type { ExportPlan, RecordSource } from '../../../src/base/exportPlan.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { cleanUp } from '../cleanup.ts';
import { csvOf, jobOf, newFile, pagesOf, runOf } from './exporting.ts';

/** Returns a record with 100 tags that no other record has. */
function recordOf(index: number): string {
  const tags = Array.from({ length: 100 }, (_, tag) => ({
    id: `${index}-${tag}`,
    name: `tag ${index}-${tag}`,
    timestamp: tag,
    count: 1,
  }));
  return JSON.stringify({ id: String(index), name: 'Lovelace', tags, params: [], x: 1 });
}

/** Records with 4,100 tags. Each tag has two columns, and a table has at most 8,000 columns for tags and parameters. */
const RECORDS = Array.from({ length: 41 }, (_, index) => recordOf(index));
const PAGES = [RECORDS.slice(0, 20), RECORDS.slice(20)] as const;
const PLAN: Partial<ExportPlan> = { format: 'csv', lists: 'columns', bom: true };
const refuse = (): never => assert.fail('a page was requested from the service');

/** Returns the error of an export that fails and can be resumed. */
async function interrupted(work: Promise<unknown>): Promise<ExportInterrupted> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ExportInterrupted, String(error));
  return error;
}

describe('export of more tags than a table has columns', () => {
  afterEach(cleanUp);

  it('completes from the records already read, with the lists as JSON', async () => {
    const file = newFile();
    const exporter = createExporter();
    const work = exporter.start(jobOf(file, PLAN), pagesOf(...PAGES), runOf());
    const error = await interrupted(work);
    assert.ok(
      error.cause instanceof ExportError && error.cause.problem.kind === 'too-many-columns',
    );
    assert.match(error.message, /41 records are kept, resume it with `\{file, lists: 'json'\}`/);
    const interruptedAgain = await interrupted(exporter.resume(file, refuse, runOf()));
    assert.ok(interruptedAgain.cause instanceof ExportError);

    const summary = await exporter.resume(file, refuse, runOf(), { lists: 'json' });
    assert.deepEqual([summary.records, summary.format], [41, 'csv']);
    const wholeFile = newFile();
    const plan = { ...PLAN, lists: 'json' } as const;
    await createExporter().start(jobOf(wholeFile, plan), pagesOf(...PAGES), runOf());
    assert.equal(readFileSync(file, 'utf8'), readFileSync(wholeFile, 'utf8'));
    assert.equal(csvOf(file).length, 41);
    assert.equal(readdirSync(dirname(file)).length, 1);
  });

  it('can be resumed with lists as JSON in the middle, and be interrupted again', async () => {
    const file = newFile();
    const stopping: RecordSource = async function* (start, signal) {
      for await (const page of pagesOf(...PAGES)(start, signal)) {
        if (page.next === undefined) throw new Error('stop');
        yield page;
      }
    };
    const masks = { name: 'drop' } as const;
    const exporter = createExporter();
    await interrupted(exporter.start(jobOf(file, { ...PLAN, masks }), stopping, runOf()));
    await interrupted(exporter.resume(file, async () => stopping, runOf(), { lists: 'json' }));
    assert.equal((await exporter.unfinished(file))?.plan.lists, 'json');
    await exporter.resume(file, async () => pagesOf(...PAGES), runOf());
    const rows = csvOf(file);
    assert.deepEqual(
      rows.map(({ id }) => id),
      RECORDS.map((_, index) => String(index)),
    );
    assert.ok(!readFileSync(file, 'utf8').includes('Lovelace'));
    assert.equal(existsSync(`${file}.checkpoint`), false);
  });

  it('explains what to do if nothing is kept', async () => {
    const job = jobOf(newFile(), PLAN, { isResumable: false });
    const work = createExporter().start(job, pagesOf(...PAGES), runOf());
    await assert.rejects(work, /too many for columns; export them with `lists: 'json'`/);
  });
});
