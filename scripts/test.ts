import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../test/support/jsonReport.ts';
import { type VscodeAge, vscodeFromNpm } from '../test/support/vscodeFromNpm.ts';
import './endWithNpm.ts';
import { runInLanes, type Step } from './lanes.ts';
import { mochaArguments } from './mochaArguments.ts';
import { projectRoot } from './projectRoot.ts';

type Totals = Pick<Report, 'passed' | 'failed' | 'skipped'>;

const reports = join(projectRoot, 'out/reports');
/** Many tests start processes of TypeScript, some of them a hundred times: each file is compiled once. */
const compiled = join(projectRoot, 'out/compiled');
const totals: Totals = { passed: 0, failed: 0, skipped: 0 };
/** Told again at the end: of a long output often only that is kept. */
const failures: string[] = [];

function add({ passed, failed, skipped }: Totals): void {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
}

/** A check has nothing but its exit code. */
function check(name: string, args: readonly string[]): Step {
  const ended = (code: number): void => {
    if (code === 0) return;
    failures.push(`${name} failed.`);
    add({ passed: 0, failed: 1, skipped: 0 });
  };
  return { name, args, ended };
}

/** A run of mocha leaves a report. */
function tests(name: string, args: readonly string[], env?: NodeJS.ProcessEnv): Step {
  const report = join(reports, `${name}.json`);
  return {
    ...{ name, args },
    env: { ...env, BOT_TAGS_REPORT: report, NODE_COMPILE_CACHE: compiled },
    ended: (code) => add(tested(name, code, report)),
  };
}

function tested(name: string, code: number, file: string): Totals {
  const report = readReport(file);
  if (report === undefined) {
    failures.push(`${name} ended without a report (exit code ${code}).`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  failures.push(...report.failures.map(({ title, message }) => `${name}: ${title}\n${message}`));
  const ran = report.passed + report.failed > 0;
  if (!ran) failures.push(`${name} ran no test.`);
  // A runner that fails although its tests passed still counts.
  const hidden = report.failed === 0 && (code !== 0 || !ran) ? 1 : 0;
  if (ran && hidden > 0) failures.push(`${name} ended with exit code ${code}.`);
  return { ...report, failed: report.failed + hidden };
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

function npmRun(script: string): string[] {
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Error('Run this as `npm test`.');
  return [npm, 'run', '--silent', script];
}

const script = (name: string): string => join(projectRoot, `scripts/${name}.ts`);

const checks = [
  check('types', npmRun('types')),
  check('lint', npmRun('lint:code')),
  check('format', npmRun('lint:format')),
  check('unused', npmRun('lint:unused')),
  // What host and e2e tests are about; nothing builds it again below them.
  check('package', [script('package')]),
];

/** In one VS Code: the host tests, and the packaged product clicked through. */
async function inVscode(age: VscodeAge): Promise<readonly [host: Step, e2e: Step]> {
  const { version } = await vscodeFromNpm(age);
  const env = { BOT_TAGS_VSCODE: age };
  return [
    tests(`host on VS Code ${version}`, [script('testHost'), '--packaged'], env),
    tests(`e2e on VS Code ${version}`, [script('testE2e'), '--packaged', '--forbid-only'], env),
  ];
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const unit = tests('unit', mochaArguments('test/unit/**/*.test.ts', '--forbid-only'));

// The first time, both versions of VS Code are installed beside the checks.
const [[newestHost, newestE2e], [oldestHost, oldestE2e]] = await Promise.all([
  inVscode('newest'),
  inVscode('oldest'),
  runInLanes(checks, 1),
]);
// On two processors; the longest first, so that both lanes end at about the same time.
await runInLanes([newestE2e, unit, oldestE2e, newestHost, oldestHost], 2);
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0;
for (const failure of failures) console.error(`\n✘ ${failure}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
