import { ExportError, ExportInterrupted } from '../../../src/base/exportErrors.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { jobOf, pagesOf, runOf } from './exporting.ts';

/** Writes more bytes than the limit of this process, and prints the result. */
if (import.meta.main) {
  const pages = Array.from({ length: 500 }, (_, index) => [
    JSON.stringify({ id: String(index), name: 'n'.repeat(1000) }),
  ]);
  try {
    await createExporter().start(jobOf(process.argv[2] ?? ''), pagesOf(...pages), runOf());
    console.log('it was written');
  } catch (error) {
    const isKept = error instanceof ExportInterrupted && error.cause instanceof ExportError;
    console.log(isKept ? `${(error.cause as ExportError).problem.kind} ${error.records}` : error);
  }
}
