import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { ExportInterrupted } from '../../../src/base/exportErrors.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { cleanUp } from '../cleanup.ts';
import { csvOf, jobOf, newFile, pagesOf, runOf } from './exporting.ts';

/** More pages than one conversion step to CSV or Parquet handles. */
const PAGES = Array.from({ length: 40 }, (_, page) => [
  JSON.stringify({ id: String(page), name: 'x'.repeat(100_000) }),
]);

describe('export that is canceled during the conversion', () => {
  afterEach(cleanUp);

  for (const plan of [{ format: 'csv', lists: 'columns' }, { format: 'parquet' }] as const) {
    it(`leaves no partial ${plan.format} file, and resumes without the service`, async () => {
      const file = newFile();
      const stop = new AbortController();
      let converted = 0;
      const run = runOf(stop.signal, ({ stage, done }) => {
        if (stage !== 'convert') return;
        converted = done;
        stop.abort(new Error('enough'));
      });
      await assert.rejects(
        createExporter().start(jobOf(file, plan), pagesOf(...PAGES), run),
        (error) => error instanceof ExportInterrupted,
      );
      assert.ok(converted > 0 && converted < PAGES.length, String(converted));
      assert.deepEqual([existsSync(file), existsSync(`${file}.converting`)], [false, false]);
      const nothing = pagesOf();
      const { records } = await createExporter().resume(file, async () => nothing, runOf());
      assert.equal(records, PAGES.length);
      if (plan.format === 'csv') assert.equal(csvOf(file).length, PAGES.length);
      else assert.equal(readFileSync(file).subarray(0, 4).toString(), 'PAR1');
    });
  }
});
