import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { type MochaOptions, type Runner, type Suite, reporters } from 'mocha';

/** Duration of a test, or of all tests of a file. */
export interface Timing {
  title: string;
  ms: number;
}

/** Result of one run of mocha, read by scripts/test.ts. */
export interface Report {
  passed: number;
  failed: number;
  skipped: number;
  failures: { title: string; message: string }[];
  /** Tests in the order in which they ran. Their times exclude hooks. */
  tests: Timing[];
  /** Files. Their times include the hooks of their suites, unless files run in parallel. */
  files: Timing[];
}

/** Mocha's "spec" reporter, which also writes a `Report` to the file in `BOT_TAGS_REPORT`, if set. */
export default class JsonReport extends reporters.Spec {
  readonly #tests: Timing[] = [];
  readonly #files = new Map<string, number>();

  constructor(runner: Runner, options?: MochaOptions) {
    super(runner, options);
    const file = process.env.BOT_TAGS_REPORT;
    if (file === undefined) return;
    const isParallel = options?.parallel === true;
    this.#timeTests(runner, isParallel);
    if (!isParallel) this.#timeSuites(runner);
    runner.once('end', () => this.#write(file));
  }

  #timeTests(runner: Runner, isParallel: boolean): void {
    runner.on('test end', (test) => {
      const ms = test.duration ?? 0;
      this.#tests.push({ title: test.fullTitle(), ms });
      if (isParallel) this.#add(test.file ?? test.title, ms);
    });
  }

  #timeSuites(runner: Runner): void {
    const isTop = (suite: Suite): boolean => suite.parent?.root === true;
    let started = 0;
    runner.on('suite', (suite) => {
      if (isTop(suite)) started = performance.now();
    });
    runner.on('suite end', (suite) => {
      if (!isTop(suite)) return;
      this.#add(suite.file ?? suite.title, performance.now() - started);
    });
  }

  #add(file: string, ms: number): void {
    const name = relative(process.cwd(), file);
    this.#files.set(name, (this.#files.get(name) ?? 0) + ms);
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
      tests: this.#tests,
      files: [...this.#files].map(([title, ms]) => ({ title, ms })),
    };
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(report, undefined, 2));
  }
}
