import { spawn } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { seeded } from '../test/fuzz/mutateBody.ts';
import { temporaryFolder } from '../test/support/temporaryFolder.ts';
import { mutantsOf, type Mutant } from './mutants.ts';
import { projectRoot } from './projectRoot.ts';
import { pureFiles } from './pureFiles.ts';
import { TestsFor } from './testsFor.ts';

/** Number of nearest test files that run first. Mutants that survive them run against all tests that reach the file. */
const NEAREST_COUNT = 4;
/** Time limit of the tests: this factor times their duration without a fault, plus a margin in ms. */
const LIMIT_FACTOR = 4;
const LIMIT_MARGIN_MS = 30_000;
/** Time limit of a test file whose duration is not known yet, in ms. */
const FIRST_LIMIT_MS = 180_000;
/** Files and folders that a mutant's tests may need. */
const COPIED = [
  'src',
  'test',
  'scripts',
  'package.json',
  'schemas',
  'l10n',
  'docs',
  '.mocharc.json',
  'ARCHITECTURE.md',
];

interface ChosenMutant extends Mutant {
  readonly file: string;
  readonly source: string;
}

interface MutationOptions {
  readonly seed: number;
  readonly count: number;
  /** Files and folders to mutate, relative to the project. All pure code if empty. */
  readonly paths: readonly string[];
}

/** Injects small faults into pure code, one at a time, and lists those that no test detects. */
async function mutate(options: MutationOptions): Promise<void> {
  const { seed } = options;
  const tests = new TestsFor();
  const mutantsToTest = choose(options);
  if (mutantsToTest.length === 0) throw new Error(`no pure code in ${options.paths.join(', ')}`);
  console.log(`seed ${seed}, ${mutantsToTest.length} mutants`);
  let done = 0;
  let survived = 0;
  let unreached = 0;
  const remainingMutants = mutantsToTest.values();
  const work = async (): Promise<void> => {
    const folder = copyOfProject();
    for (const mutant of remainingMutants) {
      const reachingTests = tests.reaching(mutant.file);
      const isSurvivor = !(await isDetected(folder.path, mutant, reachingTests));
      const note = reachingTests.length === 0 ? '    (no test reaches it)' : '';
      if (isSurvivor) console.log(`${describeMutant(mutant)}${note}`);
      survived += Number(isSurvivor);
      unreached += Number(reachingTests.length === 0);
      done++;
      if (done % 20 === 0) console.log(`${done} tried, ${survived} survived`);
    }
    folder.remove();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const untested = unreached === 0 ? '' : `; no test reaches ${unreached}`;
  console.log(`${done - survived} of ${done} noticed${untested}, seed ${seed}`);
}

function choose({ seed, count, paths }: MutationOptions): readonly ChosenMutant[] {
  const random = seeded(seed);
  const isSelected = (file: string): boolean =>
    paths.length === 0 || paths.some((path) => !relative(path, file).startsWith('..'));
  const mutants = pureFiles()
    .filter(isSelected)
    .flatMap((file): ChosenMutant[] => {
      const source = readFileSync(join(projectRoot, file), 'utf8');
      return mutantsOf(file, source).map((mutant) => ({ ...mutant, file, source }));
    });
  const drawn = mutants.map((mutant) => ({ mutant, sortKey: random() }));
  return drawn
    .toSorted((a, b) => a.sortKey - b.sortKey)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

function copyOfProject(): ReturnType<typeof temporaryFolder> {
  const folder = temporaryFolder('mutate');
  for (const name of COPIED) {
    cpSync(join(projectRoot, name), join(folder.path, name), { recursive: true });
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(folder.path, 'node_modules'), 'junction');
  return folder;
}

/**
 * Returns the tests that pass without a fault, with their durations. Tests that fail in the copy
 * (for example because they need a built package) detect nothing.
 */
async function passingTests(
  folder: string,
  tests: readonly string[],
): Promise<readonly PassingTest[]> {
  const passing: PassingTest[] = [];
  for (const test of tests) {
    if (!durations.has(test)) {
      const start = performance.now();
      const isFailed = await fails(folder, [{ test, ms: Infinity }]);
      durations.set(test, isFailed ? undefined : performance.now() - start);
    }
    const ms = durations.get(test);
    if (ms !== undefined) passing.push({ test, ms });
  }
  return passing;
}

interface PassingTest {
  readonly test: string;
  /** Duration without a fault, in ms. */
  readonly ms: number;
}

/** Duration by test file, in ms. `undefined` if the test fails. */
const durations = new Map<string, number | undefined>();

async function isDetected(
  folder: string,
  { file, source, start, end, after }: ChosenMutant,
  tests: readonly string[],
): Promise<boolean> {
  const path = join(folder, file);
  for (const group of [tests.slice(0, NEAREST_COUNT), tests.slice(NEAREST_COUNT)]) {
    const passing = await passingTests(folder, group);
    writeFileSync(path, source.slice(0, start) + after + source.slice(end));
    const isFailed = await fails(folder, passing);
    writeFileSync(path, source);
    if (isFailed) return true;
  }
  return false;
}

/** Whether tests fail. A test that does not end in time also counts as failed. */
async function fails(folder: string, tests: readonly PassingTest[]): Promise<boolean> {
  if (tests.length === 0) return false;
  const mocha = join(folder, 'node_modules/mocha/bin/mocha.js');
  const files = tests.map(({ test }) => test);
  const child = spawn(process.execPath, [mocha, '--bail', '--exit', ...files], {
    cwd: folder,
    stdio: 'ignore',
  });
  const ended = Promise.withResolvers<boolean>();
  const usualMs = tests.reduce((sum, { ms }) => sum + ms, 0);
  const limit = Number.isFinite(usualMs)
    ? usualMs * LIMIT_FACTOR + LIMIT_MARGIN_MS
    : FIRST_LIMIT_MS;
  const timer = setTimeout(() => child.kill('SIGKILL'), limit);
  child.once('exit', (code) => ended.resolve(code !== 0));
  const isFailed = await ended.promise;
  clearTimeout(timer);
  return isFailed;
}

function describeMutant({ file, source, start, end, after }: ChosenMutant): string {
  const lines = source.slice(0, start).split('\n');
  const before = source.slice(start, end);
  const line = source.split('\n')[lines.length - 1]?.trim() ?? '';
  return `${file}:${lines.length}: ${before} -> ${after}    in: ${line}`;
}

const isNumber = (argument: string): boolean => /^\d+$/.test(argument);
const commandLine = process.argv.slice(2);
const [seed = Math.floor(Math.random() * 2 ** 32), count = 400] = commandLine
  .filter(isNumber)
  .map(Number);
const paths = commandLine.filter((argument) => !isNumber(argument));
await mutate({ seed, count, paths });
