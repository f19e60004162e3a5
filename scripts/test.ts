import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../test/support/jsonReport.ts';
import { OwnedProcess } from '../test/support/ownedProcess.ts';
import { mochaArguments } from './mochaArguments.ts';
import { projectRoot } from './projectRoot.ts';

interface Step {
  name: string;
  args: string[];
  /** Mocha runs leave a report; a check has nothing but its exit code. */
  kind: 'check' | 'tests';
}

type Totals = Pick<Report, 'passed' | 'failed' | 'skipped'>;

const stepLimitMs = 20 * 60_000;
const reports = join(projectRoot, 'out/reports');
const npmRun = (script: string): string[] => [npmScript(), 'run', '--silent', script];

const steps: Step[] = [
  { name: 'types', kind: 'check', args: npmRun('types') },
  { name: 'lint', kind: 'check', args: npmRun('lint:code') },
  { name: 'format', kind: 'check', args: npmRun('lint:format') },
  { name: 'unused', kind: 'check', args: npmRun('lint:unused') },
  {
    name: 'unit',
    kind: 'tests',
    args: mochaArguments('test/unit/**/*.test.ts', '--forbid-only'),
  },
  { name: 'host', kind: 'tests', args: [join(projectRoot, 'scripts/testHost.ts')] },
  {
    name: 'e2e',
    kind: 'tests',
    args: [join(projectRoot, 'scripts/testE2e.ts'), '--forbid-only'],
  },
];

function npmScript(): string {
  const script = process.env.npm_execpath;
  if (script === undefined) throw new Error('Run this as `npm test`.');
  return script;
}

/** Runs one step to its end and gives what it adds to the totals. */
async function runStep(step: Step): Promise<Totals> {
  console.log(`\n=== ${step.name} ===`);
  const report = join(reports, `${step.name}.json`);
  const run = new OwnedProcess(process.execPath, step.args, {
    cwd: projectRoot,
    env: { ...process.env, BOT_TAGS_REPORT: report },
    cleansUp: true,
    onOutput: (text) => process.stdout.write(text),
  });
  const timer = setTimeout(() => {
    console.error(`${step.name} did not end in time.`);
    void run.stop();
  }, stepLimitMs);
  const code = await run.exited;
  clearTimeout(timer);
  await run.stop();
  return step.kind === 'check' ? checked(step.name, code) : tested(step.name, code, report);
}

function checked(name: string, code: number): Totals {
  if (code !== 0) console.error(`${name} failed.`);
  return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

function tested(name: string, code: number, file: string): Totals {
  const report = readReport(file);
  if (report === undefined) {
    console.error(`${name} ended without a report (exit code ${code}).`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const ran = report.passed + report.failed > 0;
  if (!ran) console.error(`${name} ran no test.`);
  // A runner that fails although its tests passed still counts.
  const hidden = report.failed === 0 && (code !== 0 || !ran) ? 1 : 0;
  if (ran && hidden > 0) console.error(`${name} ended with exit code ${code}.`);
  return { ...report, failed: report.failed + hidden };
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const totals: Totals = { passed: 0, failed: 0, skipped: 0 };
for (const step of steps) {
  const { passed, failed, skipped } = await runStep(step);
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
}
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0;
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
