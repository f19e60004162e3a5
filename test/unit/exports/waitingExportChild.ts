import { once } from 'node:events';
import { writeSync } from 'node:fs';
import type { RecordSource } from '../../../src/base/exportPlan.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { jobOf, pagesOf, runOf } from './exporting.ts';

/** Exports to the given file, and waits for input of its parent after each page. */
if (import.meta.main) {
  const source: RecordSource = async function* (start, signal) {
    for await (const page of pagesOf(['{"id":"a"}'], ['{"id":"b"}'])(start, signal)) {
      yield page;
      writeSync(1, 'read\n');
      await once(process.stdin, 'data');
    }
  };
  const exporter = createExporter({ checkpointMs: 0 });
  await exporter.start(jobOf(process.argv[2] ?? ''), source, runOf());
  writeSync(1, 'done\n');
  process.exit();
}
