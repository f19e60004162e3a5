import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type MochaOptions, type Runner, reporters } from 'mocha';

/** What one run of mocha came to, as scripts/test.ts reads it. */
export interface Report {
  passed: number;
  failed: number;
  skipped: number;
  failures: { title: string; message: string }[];
}

/** Mocha's own "spec" output; with `BOT_TAGS_REPORT` set, also a `Report` in that file. */
export default class JsonReport extends reporters.Spec {
  constructor(runner: Runner, options?: MochaOptions) {
    super(runner, options);
    const file = process.env.BOT_TAGS_REPORT;
    if (file !== undefined) runner.once('end', () => this.#write(file));
  }

  #write(file: string): void {
    const { passes, failures, pending } = this.stats;
    const report: Report = {
      passed: passes,
      failed: failures,
      skipped: pending,
      failures: this.failures.map((test) => ({
        title: test.fullTitle(),
        message: test.err?.message ?? '',
      })),
    };
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(report, undefined, 2));
  }
}
