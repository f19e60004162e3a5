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

/** Files of tests that are tried first; what survives them meets all that reach it. */
const NEAREST = 4;
/** How much longer than without a fault tests may take, as a factor and in ms. */
const SLOWER = 4;
const MARGIN = 30_000;
/** Of a file of tests whose time nobody knows yet, ms. */
const FIRST_LIMIT = 180_000;
/** What a mutant may need. */
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

interface Chosen extends Mutant {
  readonly file: string;
  readonly source: string;
}

interface Order {
  readonly seed: number;
  readonly count: number;
  /** Files and folders to mutate, relative to the project; none: all pure code. */
  readonly paths: readonly string[];
}

/** Puts small faults into the pure code, one at a time, and lists those that no unit test notices. */
async function mutate(order: Order): Promise<void> {
  const { seed } = order;
  const tests = new TestsFor();
  const chosen = choose(order);
  if (chosen.length === 0) throw new Error(`no pure code in ${order.paths.join(', ')}`);
  console.log(`seed ${seed}, ${chosen.length} mutants`);
  let done = 0;
  let survived = 0;
  let unreached = 0;
  const left = chosen.values();
  const work = async (): Promise<void> => {
    const folder = copyOfProject();
    for (const mutant of left) {
      const reaching = tests.of(mutant.file);
      const isSurvivor = !(await isNoticed(folder.path, mutant, reaching));
      const about = reaching.length === 0 ? '    (no test reaches it)' : '';
      if (isSurvivor) console.log(`${described(mutant)}${about}`);
      survived += Number(isSurvivor);
      unreached += Number(reaching.length === 0);
      done++;
      if (done % 20 === 0) console.log(`${done} tried, ${survived} survived`);
    }
    folder.remove();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const untested = unreached === 0 ? '' : `; no test reaches ${unreached}`;
  console.log(`${done - survived} of ${done} noticed${untested}, seed ${seed}`);
}

function choose({ seed, count, paths }: Order): readonly Chosen[] {
  const random = seeded(seed);
  const isWanted = (file: string): boolean =>
    paths.length === 0 || paths.some((path) => !relative(path, file).startsWith('..'));
  const all = pureFiles()
    .filter(isWanted)
    .flatMap((file): Chosen[] => {
      const source = readFileSync(join(projectRoot, file), 'utf8');
      return mutantsOf(file, source).map((mutant) => ({ ...mutant, file, source }));
    });
  const drawn = all.map((mutant) => ({ mutant, order: random() }));
  return drawn
    .toSorted((a, b) => a.order - b.order)
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

/** Tests that fail in the copy as it is, as those that want a built package, notice nothing. */
async function soundTests(folder: string, tests: readonly string[]): Promise<readonly Sound[]> {
  const sound: Sound[] = [];
  for (const test of tests) {
    if (!known.has(test)) {
      const start = performance.now();
      const isFailed = await fails(folder, [{ test, ms: Infinity }]);
      known.set(test, isFailed ? undefined : performance.now() - start);
    }
    const ms = known.get(test);
    if (ms !== undefined) sound.push({ test, ms });
  }
  return sound;
}

interface Sound {
  readonly test: string;
  /** How long it takes without a fault. */
  readonly ms: number;
}

/** By the test's file; `undefined`: it fails. */
const known = new Map<string, number | undefined>();

async function isNoticed(
  folder: string,
  { file, source, start, end, after }: Chosen,
  tests: readonly string[],
): Promise<boolean> {
  const path = join(folder, file);
  for (const some of [tests.slice(0, NEAREST), tests.slice(NEAREST)]) {
    const sound = await soundTests(folder, some);
    writeFileSync(path, source.slice(0, start) + after + source.slice(end));
    const isFailed = await fails(folder, sound);
    writeFileSync(path, source);
    if (isFailed) return true;
  }
  return false;
}

/** A test that never ends notices something too. */
async function fails(folder: string, tests: readonly Sound[]): Promise<boolean> {
  if (tests.length === 0) return false;
  const mocha = join(folder, 'node_modules/mocha/bin/mocha.js');
  const files = tests.map(({ test }) => test);
  const child = spawn(process.execPath, [mocha, '--bail', '--exit', ...files], {
    cwd: folder,
    stdio: 'ignore',
  });
  const ended = Promise.withResolvers<boolean>();
  const usual = tests.reduce((sum, { ms }) => sum + ms, 0);
  const limit = Number.isFinite(usual) ? usual * SLOWER + MARGIN : FIRST_LIMIT;
  const timer = setTimeout(() => child.kill('SIGKILL'), limit);
  child.once('exit', (code) => ended.resolve(code !== 0));
  const isFailed = await ended.promise;
  clearTimeout(timer);
  return isFailed;
}

function described({ file, source, start, end, after }: Chosen): string {
  const lines = source.slice(0, start).split('\n');
  const before = source.slice(start, end);
  const line = source.split('\n')[lines.length - 1]?.trim() ?? '';
  return `${file}:${lines.length}: ${before} -> ${after}    in: ${line}`;
}

const isNumber = (argument: string): boolean => /^\d+$/.test(argument);
const given = process.argv.slice(2);
const [seed = Math.floor(Math.random() * 2 ** 32), count = 400] = given
  .filter(isNumber)
  .map(Number);
const paths = given.filter((argument) => !isNumber(argument));
await mutate({ seed, count, paths });
