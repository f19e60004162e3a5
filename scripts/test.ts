import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Report, Timing } from '../test/support/jsonReport.ts';
import { type VscodeAge, vscodeFromNpm } from '../test/support/vscodeFromNpm.ts';
import './endWithNpm.ts';
import { runInLanes, type Step } from './lanes.ts';
import { mochaArguments } from './mochaArguments.ts';
import { projectRoot } from './projectRoot.ts';
import { unitLanes } from './unitLanes.ts';

type Totals = Pick<Report, 'passed' | 'failed' | 'skipped'>;

/** `npm run test:long`: large numbers, pictures, and all e2e files in both versions of VS Code. */
const isLong = process.argv.includes('--long');

const reports = join(projectRoot, 'out/reports');
/** Compile cache, because many tests start TypeScript processes, some of them a hundred times. */
const compileCache = join(projectRoot, 'out/compiled');
const totals: Totals = { passed: 0, failed: 0, skipped: 0 };
/** Failures, printed at the end, because often only the end of a long output is kept. */
const failures: string[] = [];
const slowTests: Timing[] = [];
const slowFiles: Timing[] = [];

function addTotals({ passed, failed, skipped }: Totals): void {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
}

/** Returns the step of a check, whose only result is its exit code. */
function checkStep(name: string, args: readonly string[]): Step {
  const ended = (code: number): void => {
    if (code === 0) return;
    failures.push(`${name} failed.`);
    addTotals({ passed: 0, failed: 1, skipped: 0 });
  };
  return { name, args, ended };
}

const longEnvironment = isLong ? { BOT_TAGS_LONG: '1', BOT_TAGS_PICTURES: '1' } : {};

/** Returns the step of a mocha run, which writes a report. */
function mochaStep(name: string, args: readonly string[], env?: NodeJS.ProcessEnv): Step {
  const report = join(reports, `${name}.json`);
  return {
    name,
    args,
    env: { ...env, ...longEnvironment, BOT_TAGS_REPORT: report, NODE_COMPILE_CACHE: compileCache },
    ended: (code) => addTotals(readTotals(name, code, report)),
  };
}

function readTotals(name: string, code: number, file: string): Totals {
  const report = readReport(file);
  if (report === undefined) {
    failures.push(`${name} ended without a report (exit code ${code}).`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const withStepName = ({ title, ms }: Timing): Timing => ({ title: `${name}: ${title}`, ms });
  slowTests.push(...report.tests.map(withStepName));
  slowFiles.push(...report.files.map(withStepName));
  failures.push(...report.failures.map(({ title, message }) => `${name}: ${title}\n${message}`));
  const hasRun = report.passed + report.failed > 0;
  if (!hasRun) failures.push(`${name} ran no test.`);
  // A runner that fails although all of its tests passed counts as one failure.
  const unreportedFailures = report.failed === 0 && (code !== 0 || !hasRun) ? 1 : 0;
  if (hasRun && unreportedFailures > 0) failures.push(`${name} ended with exit code ${code}.`);
  return { ...report, failed: report.failed + unreportedFailures };
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

/** E2e files that `npm test` also runs in the oldest VS Code: those that depend most on what VS Code renders. */
const OLDEST_E2E = [
  'find',
  'keys',
  'mainJob',
  'menus',
  'outsideText',
  'refactor',
  'tagUser',
  'workspaceFile',
].map((name) => `test/e2e/${name}.test.ts`);

const scriptPath = (name: string): string => join(projectRoot, `scripts/${name}.ts`);

const checks = [
  checkStep('types', npmRun('types')),
  checkStep('lint', npmRun('lint:code')),
  checkStep('format', npmRun('lint:format')),
  checkStep('unused', npmRun('lint:unused')),
  checkStep('words', npmRun('lint:words')),
];
/** Step that builds the package. Host and e2e tests need it, so it runs once, before them. */
const packageStep = checkStep('package', [scriptPath('package')]);
/**
 * Number of parallel lanes. A step with windows keeps more than one processor busy; with three
 * lanes, steps only wait longer for each other.
 */
const LANES = 2;

/**
 * Returns the steps in one version of VS Code: the host tests, and the e2e tests of the packaged
 * product, in groups that can run at the same time.
 */
async function vscodeSteps(age: VscodeAge): Promise<readonly [host: Step, ...e2e: Step[]]> {
  const { version } = await vscodeFromNpm(age);
  const env = { BOT_TAGS_VSCODE: age };
  const isAll = age === 'newest' || isLong;
  const files = isAll ? globSync('test/e2e/**/*.test.ts').toSorted() : OLDEST_E2E;
  const groups = dealIntoGroups(withPlainFilesFirst(files), isAll ? 2 : 1);
  return [
    mochaStep(`host on VS Code ${version}`, [scriptPath('testHost'), '--packaged'], env),
    ...groups.map((group, index) => {
      const part = groups.length === 1 ? '' : `, part ${index + 1} of ${groups.length}`;
      const args = [scriptPath('testE2e'), '--packaged', '--forbid-only', ...group];
      return mochaStep(`e2e on VS Code ${version}${part}`, args, env);
    }),
  ];
}

/** Puts files first that open a plain window: the next such file reuses it without reloading. */
function withPlainFilesFirst(files: readonly string[]): readonly string[] {
  const isPlain = (file: string): boolean => readFileSync(file, 'utf8').includes('openProduct()');
  return [...files.filter(isPlain), ...files.filter((file) => !isPlain(file))];
}

/** Distributes a list over groups in turn, like dealing cards. */
function dealIntoGroups<T>(list: readonly T[], count: number): readonly T[][] {
  return Array.from({ length: count }, (_, part) =>
    list.filter((_, index) => index % count === part),
  );
}

/** Prints the slowest entries of a list, in seconds. */
function printSlowest(kind: string, timings: readonly Timing[], count: number): void {
  const slowest = timings.toSorted((a, b) => b.ms - a.ms).slice(0, count);
  const lines = slowest.map(({ title, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${title}`);
  console.log(`\nThe ${slowest.length} slowest ${kind}:\n${lines.join('\n')}`);
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const { chromium, processes, pure } = unitLanes();
const unitStep = (name: string, files: readonly string[], ...flags: string[]): Step =>
  mochaStep(name, mochaArguments(files, '--forbid-only', ...flags));

// The package comes first, because other steps test it. On the first run, both versions of VS Code
// are installed at the same time.
const [[newestHost, ...newestE2e], [oldestHost, ...oldestE2e]] = await Promise.all([
  vscodeSteps('newest'),
  vscodeSteps('oldest'),
  runInLanes([packageStep], 1),
]);
// A step with windows keeps more than one processor busy, so it is paired with a step that uses less than one.
const windows = [...newestE2e, ...oldestE2e];
const windowlessSteps = [
  unitStep('unit with processes', processes),
  newestHost,
  unitStep('unit in Chromium', chromium),
  oldestHost,
  unitStep('unit', pure, '--parallel', '--jobs', '2'),
];
const steps = [
  ...checks,
  ...windowlessSteps.flatMap((step, index) => [step, ...windows.slice(index, index + 1)]),
  ...windows.slice(windowlessSteps.length),
];
await runInLanes(steps, LANES);
printSlowest('tests', slowTests, 20);
printSlowest('files', slowFiles, 10);
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0;
for (const failure of failures) console.error(`\n✘ ${failure}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
